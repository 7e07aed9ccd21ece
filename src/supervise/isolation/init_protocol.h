/* What the supervisor and the first process of a sandbox (init.c) say to each other. Both are of one build,
 * so there are no versions here. */
#ifndef PROCTOR_INIT_PROTOCOL_H
#define PROCTOR_INIT_PROTOCOL_H

#include <stdint.h>

/* The descriptors that init is started with, beside 0, which is the command's own; 1 and 2 are bubblewrap's
 * until the command starts. */
enum {
  INIT_STATUS_FD = 3, /* a pipe to the supervisor: InitRecord after InitRecord */
  INIT_IMAGE_FD = 4,  /* a memory file: init itself, which bubblewrap copies to INIT_PATH */
  INIT_START_FD = 5,  /* a memory file: InitStart, then its strings */
  INIT_FILTER_FD = 6, /* a memory file: the system call filter, for init itself and all that it starts */
  INIT_OUTPUT_FD = 7, /* the command's standard output */
  INIT_ERROR_FD = 8   /* the command's standard error */
};

/* (Reporters know by this name, as /proc/1/comm has it, that they run in a sandbox.) */
#define INIT_PATH "/.proctor-init"
/* Where the machine is until init has taken out of it what the command sees. */
#define INIT_MACHINE "/.proctor-machine"

enum InitEvent {
  INIT_READY = 1,        /* the sandbox stands; value: 0 */
  INIT_CHDIR_FAILED = 2, /* the command didn't start; value: errno */
  INIT_EXEC_FAILED = 3,  /* the command didn't start; value: errno */
  INIT_FORK_FAILED = 4,  /* the command didn't start; value: errno */
  INIT_LIMIT_FAILED = 6, /* the command didn't start; value: errno */
  INIT_ENDED = 5,        /* the command's process has ended; value: its wait status (wait(2)) */
  INIT_VIEW_FAILED = 8,  /* the sandbox can't be had; value: the step, counted from 1, and errno
                            (INIT_ERROR_BITS) */
  INIT_DUTY_FAILED = 9,  /* the sandbox can't be had; value: InitDuty and errno (INIT_ERROR_BITS) */
  INIT_IPC_MEMORY = 7    /* told once: more than InitStart::ipc_pages are in use; value: how many */
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

enum { INIT_ERROR_BITS = 12 }; /* of the value of INIT_VIEW_FAILED and INIT_DUTY_FAILED, the lowest ones */

/* What init does beside the view, in this order. */
enum InitDuty {
  INIT_READ_START = 1,
  INIT_LEAVE_MACHINE = 2,
  INIT_SEAL_VIEW = 3,
  INIT_GIVE_UP_RIGHTS = 4,
  INIT_INSTALL_FILTER = 5,
  INIT_TAKE_OUTPUT = 6,
  INIT_TAKE_SIGNALS = 7
};

/* One thing that the command is to see. A step is this letter and, as one string, an absolute path without
 * dots; for some a second string follows. Directories on the way to it are made. */
enum InitStep {
  INIT_SYSTEM = 's',   /* the same path of the machine, read-only; its links are followed */
  INIT_READABLE = 'r', /* the same, but no link may be on the way there: others than root can make some */
  INIT_WRITABLE = 'w', /* the same, and it can be written */
  INIT_LINK = 'l',     /* a symbolic link; its target */
  INIT_COPY = 'c',     /* a copy of a file of the machine; that one's path */
  INIT_FILE = 'f',     /* a file; its text */
  INIT_MEMORY = 'm',   /* a file system in memory; its options (tmpfs(5)) */
  INIT_PRIVATE = 'p',  /* an empty directory for its owner alone; what it stands in is there */
  INIT_PROC = 'k',     /* the kernel's /proc of the PID namespace */
  INIT_DEVICES = 'd'   /* /dev, but for its shared memory */
};

/* Followed by strings, each with its NUL: the program, the working directory, `arguments` words of argv,
 * `variables` words of the environment, and `steps` steps. */
struct InitStart {
  uint32_t arguments;
  uint32_t variables;
  uint32_t limits;
  uint32_t ipc_pages; /* of all System V objects, which the supervisor can't see; 0: nobody asks */
  uint32_t page_bytes;
  uint32_t steps;
  struct InitLimit limit[INIT_MOST_LIMITS];
};

#endif
