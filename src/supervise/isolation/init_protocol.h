/* What the supervisor and the first process of a sandbox (init.c) say to each other. Both are of one build,
 * so there are no versions here. */
#ifndef PROCTOR_INIT_PROTOCOL_H
#define PROCTOR_INIT_PROTOCOL_H

#include <stdint.h>

/* The descriptors that init is started with, beside 0 and 1, which are the command's own. */
enum {
  INIT_STATUS_FD = 3,    /* a pipe to the supervisor: InitRecord after InitRecord */
  INIT_ORDER_FD = 4,     /* a memory file: InitOrder, then its strings */
  INIT_CHANNEL_FD = 198, /* the command's side channel, if it has one: it goes on to it */
  INIT_ERROR_FD = 5,     /* the command's standard error; 2 is bubblewrap's until the command starts */
  INIT_FILTER_FD = 6     /* a memory file: the system call filter, for itself and all that it starts */
};

enum InitEvent {
  INIT_READY = 1,        /* the sandbox stands; value: 0 */
  INIT_CHDIR_FAILED = 2, /* the command didn't start; value: errno */
  INIT_EXEC_FAILED = 3,  /* the command didn't start; value: errno */
  INIT_FORK_FAILED = 4,  /* the command didn't start; value: errno */
  INIT_LIMIT_FAILED = 6, /* the command didn't start; value: errno */
  INIT_ENDED = 5,        /* the command's process has ended; value: its wait status (wait(2)) */
  INIT_IPC_MEMORY = 7    /* told once: more than InitOrder::ipc_pages are in use; value: how many */
};

/* Written in one piece, which a pipe doesn't tear apart. */
struct InitRecord {
  int32_t event;
  int32_t value;
};

enum { INIT_MOST_LIMITS = 16 };

struct InitLimit {
  int32_t resource; /* RLIMIT_... */
  int32_t reserved;
  uint64_t value; /* soft and hard */
};

/* Where the machine's /etc and /dev are until init has made the mounts. */
#define INIT_WHOLE_ETC "/.proctor-etc"
#define INIT_WHOLE_DEV "/.proctor-dev"

/* Followed by strings, each with its NUL: the program, the working directory, `arguments` words of argv,
 * `variables` words of the environment, the options of /dev/shm, and `shown` directories of /etc
 * ("/ssl/certs"). */
struct InitOrder {
  uint32_t arguments;
  uint32_t variables;
  uint32_t limits;
  uint32_t ipc_pages; /* of all System V objects, which the supervisor can't see; 0: nobody asks */
  uint32_t page_bytes;
  uint32_t
      mounts; /* init makes /dev and the directories of /etc (init_mounts.h); else bubblewrap has done so */
  uint32_t shown;
  struct InitLimit limit[INIT_MOST_LIMITS];
};

#endif
