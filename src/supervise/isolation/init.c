/* The first process of a sandbox.
 *
 * bubblewrap starts it. It makes the rest of what the command sees, starts the command, reaps whoever ends,
 * and tells the supervisor what became of the command: bubblewrap's own exit code can't be told from a
 * command's. It ends when nobody is left, and with it ends everything in its PID namespace, whatever the
 * cause.
 *
 * The command runs as the same user, so what keeps it away from here is this: nobody may look into or trace a
 * process that isn't dumpable; the kernel lets no process of a PID namespace kill the first one; the pipe to
 * the supervisor closes when the command is executed; and only a signal from outside of the namespace is
 * acted upon. (A forged one would do no more than to end the tested code's own processes.)
 *
 * No C library: it starts in a fraction of the time, and needs a handful of system calls only. */
#include <asm/unistd.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/filter.h>
#include <linux/mman.h>
#include <linux/msg.h>
#include <linux/poll.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <linux/sem.h>
#include <linux/shm.h>
#include <linux/signal.h>
#include <linux/signalfd.h>
#include <linux/stat.h>
#include <linux/time_types.h>
#include <linux/wait.h>
#include <stddef.h>
#include <stdint.h>

#include "init_calls.h"
#include "init_protocol.h"
#include "init_view.h"

enum {
  SIGNAL_SET_BYTES = 8,
  FAILED = 125,
  LOST = 126,
  NOT_EXECUTED = 127,
  SEEK_TO_END = 2,
  LOOK_NANOSECONDS = 25000000,
  SEMAPHORE_BYTES = 64,
  SET_BYTES = 256,
  MESSAGE_BYTES = 64,
  QUEUE_BYTES = 256
};

static uint64_t bit_of(int signal) {
  return (uint64_t)1 << (signal - 1);
}

static void __attribute__((noreturn)) end(int code) {
  for (;;) CALL1(__NR_exit_group, code);
}

static void tell(int event, int value) {
  const struct InitRecord record = {event, value};
  CALL3(__NR_write, INIT_STATUS_FD, &record, sizeof record);
}

/* There is no sandbox without what this duty was to do. */
static void must(int duty, long result) {
  if (result >= 0) return;
  tell(INIT_DUTY_FAILED, duty << INIT_ERROR_BITS | (int)-result);
  end(FAILED);
}

/* Its NUL included. */
static size_t text_size(const char* text) {
  size_t size = 1;
  while (*text++ != '\0') ++size;
  return size;
}

static void write_to(const char* path, const char* text, long size) {
  const long file = CALL4(__NR_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0);
  if (file < 0) return;
  CALL3(__NR_write, file, text, size);
  CALL1(__NR_close, file);
}

/* Half of the number in a file, as text of at most `room` bytes; its length, 0 if it can't be told. */
static long half_of(const char* path, char* text, long room) {
  const long file = CALL4(__NR_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return 0;
  char digits[24];
  const long count = CALL3(__NR_read, file, digits, sizeof digits);
  CALL1(__NR_close, file);
  uint64_t number = 0;
  for (long i = 0; i < count && digits[i] >= '0' && digits[i] <= '9'; ++i)
    number = number * 10 + (uint64_t)(digits[i] - '0');
  number /= 2;
  long length = 0;
  for (uint64_t rest = number; rest != 0; rest /= 10) ++length;
  if (length > room) return 0;
  for (long i = length; i > 0; number /= 10) text[--i] = (char)('0' + number % 10);
  return length;
}

/* inotify's instances and watches are counted by user, across all sandboxes: whoever takes all that a user
 * may have (of instances 128, as a rule) leaves none to others. In this user namespace lesser numbers can be
 * set, which takes CAP_SYS_RESOURCE. */
static void limit_inotify(void) {
  static const char few[] = "64";
  char watches[24];
  write_to("/proc/sys/user/max_inotify_instances", few, sizeof few - 1);
  const long length = half_of("/proc/sys/fs/inotify/max_user_watches", watches, sizeof watches);
  if (length > 0) write_to("/proc/sys/user/max_inotify_watches", watches, length);
}

static long give_up_rights(void) {
  static const int rights[] = {CAP_SYS_ADMIN, CAP_SYS_RESOURCE, CAP_SETPCAP}; /* the last one drops others */
  const struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  for (size_t i = 0; i < sizeof rights / sizeof rights[0]; ++i) {
    const long result = CALL2(__NR_prctl, PR_CAPBSET_DROP, rights[i]);
    if (result < 0) return result;
  }
  return CALL2(__NR_capset, &header, none);
}

static int is_error(long result) {
  return result < 0 && result > -4096;
}

/* Where the whole file stands in memory, with the right to change that copy. It has at least `least` bytes.
 */
static long map_file(int file, long least, long* size) {
  *size = CALL3(__NR_lseek, file, 0, SEEK_TO_END);
  if (*size < 0) return *size;
  if (*size < least) return -EIO;
  return CALL6(__NR_mmap, 0, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
}

/* bubblewrap could do that, but then this process would have to live with the filter from its first step. */
static long install_filter(int file) {
  long size = 0;
  const long at = map_file(file, 1, &size);
  if (is_error(at)) return at;
  const struct sock_fprog program = {(unsigned short)((size_t)size / sizeof(struct sock_filter)),
                                     (struct sock_filter*)at};
  const long result = CALL5(__NR_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
  return result < 0 ? result : CALL2(__NR_munmap, at, size);
}

static void close_all(unsigned first, unsigned last) {
  if (CALL3(__NR_close_range, first, last, 0) == 0) return;
  for (unsigned fd = first; fd < 1024 && fd <= last; ++fd) CALL1(__NR_close, fd);
}

struct Command {
  const char* program;
  const char* workdir;
  char** argv; /* argv[-1] is free: a shell's name takes its place */
  char** environment;
  char* steps;
  const struct InitStart* start;
};

static long read_start(struct Command* command) {
  long size = 0;
  const long at = map_file(INIT_START_FD, sizeof(struct InitStart), &size);
  if (is_error(at)) return at;
  char* bytes = (char*)at;
  const struct InitStart* start = (const struct InitStart*)bytes;
  const size_t pointers = (size_t)start->arguments + start->variables + 4;
  const long table = CALL6(__NR_mmap, 0, pointers * sizeof(char*), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (is_error(table)) return table;

  char* text = bytes + sizeof(struct InitStart);
  command->start = start;
  command->program = text;
  text += text_size(text);
  command->workdir = text;
  text += text_size(text);
  char** slot = (char**)table + 1;
  command->argv = slot;
  for (uint32_t i = 0; i < start->arguments; ++i, text += text_size(text)) *slot++ = text;
  *slot++ = NULL;
  command->environment = slot;
  for (uint32_t i = 0; i < start->variables; ++i, text += text_size(text)) *slot++ = text;
  *slot = NULL;
  command->steps = text;
  return 0;
}

static void __attribute__((noreturn)) refuse(int event, long result) {
  tell(event, (int)-result);
  end(NOT_EXECUTED);
}

static void __attribute__((noreturn)) become(const struct Command* command) {
  char shell[] = "/bin/sh";
  const uint64_t none = 0;
  CALL0(__NR_setsid);
  CALL4(__NR_rt_sigprocmask, SIG_SETMASK, &none, 0, SIGNAL_SET_BYTES);
  for (uint32_t i = 0; i < command->start->limits && i < INIT_MOST_LIMITS; ++i) {
    const struct InitLimit* limit = command->start->limit + i;
    const uint64_t pair[2] = {limit->value, limit->value}; /* soft and hard */
    const long result = CALL4(__NR_prlimit64, 0, limit->resource, pair, 0);
    if (result < 0) refuse(INIT_LIMIT_FAILED, result);
  }
  long result = CALL1(__NR_chdir, command->workdir);
  if (result < 0) refuse(INIT_CHDIR_FAILED, result);
  result = CALL3(__NR_execve, command->program, command->argv, command->environment);
  if (result == -ENOEXEC) { /* a script without "#!" */
    command->argv[0] = (char*)command->program;
    command->argv[-1] = shell;
    result = CALL3(__NR_execve, shell, command->argv - 1, command->environment);
  }
  refuse(INIT_EXEC_FAILED, result);
}

/* System V objects are memory of nobody: they stay when no process uses them. Semaphores and messages cost
 * what the kernel takes for each, beside what is in them. */
static void look_at_ipc(const struct InitStart* start, uint32_t* most) {
  if (*most == 0) return;
  uint64_t bytes = 0;
  struct shm_info segments;
  if (CALL3(__NR_shmctl, 0, SHM_INFO, &segments) >= 0)
    bytes += ((uint64_t)segments.shm_rss + segments.shm_swp) * start->page_bytes;
  struct seminfo sets;
  if (CALL4(__NR_semctl, 0, 0, SEM_INFO, &sets) >= 0)
    bytes += (uint64_t)sets.semaem * SEMAPHORE_BYTES + (uint64_t)sets.semusz * SET_BYTES;
  struct msginfo queues;
  if (CALL3(__NR_msgctl, 0, MSG_INFO, &queues) >= 0) {
    bytes += (uint64_t)(uint32_t)queues.msgtql + (uint64_t)queues.msgmap * MESSAGE_BYTES +
             (uint64_t)queues.msgpool * QUEUE_BYTES;
  }
  const uint64_t pages = bytes / start->page_bytes;
  if (pages <= *most) return;
  *most = 0; /* told once */
  tell(INIT_IPC_MEMORY, pages < INT32_MAX ? (int)pages : INT32_MAX);
}

/* False when no process is left but this one. */
static int reap(long command, const struct InitStart* start, int* ended, uint32_t* most_ipc) {
  for (;;) {
    int status = 0;
    const long pid = CALL4(__NR_wait4, -1, &status, WNOHANG | __WALL, 0);
    if (pid == -EINTR) continue;
    if (pid == -ECHILD) return 0;
    if (pid <= 0) return 1;
    /* Somebody who asked to be traced by this process only stops; that is no end. */
    if (pid != command || (status & 0xff) == 0x7f || *ended) continue;
    *ended = 1;
    look_at_ipc(start, most_ipc);
    tell(INIT_ENDED, status);
  }
}

static void ask_to_end(long command, int ended) {
  const long whom = ended ? -1 : -command; /* -1: everybody but this process */
  CALL2(__NR_kill, whom, SIGTERM);
  CALL2(__NR_kill, whom, SIGCONT);
}

static void __attribute__((noreturn)) watch_over(long command, int signals, const struct InitStart* start) {
  uint32_t most_ipc = start->ipc_pages;
  const struct __kernel_timespec interval = {0, LOOK_NANOSECONDS};
  int ended = 0;
  while (reap(command, start, &ended, &most_ipc)) {
    look_at_ipc(start, &most_ipc);
    /* The supervisor reads the status pipe as long as it lives. */
    struct pollfd news[2] = {{signals, POLLIN, 0}, {INIT_STATUS_FD, 0, 0}};
    struct __kernel_timespec pause = interval; /* the kernel leaves there what remains of it */
    CALL5(__NR_ppoll, news, 2, most_ipc != 0 ? &pause : 0, 0, 0);
    if (news[1].revents != 0) end(LOST);
    struct signalfd_siginfo info;
    if (news[0].revents == 0 || CALL3(__NR_read, signals, &info, sizeof info) != sizeof info) continue;
    if (info.ssi_signo == SIGTERM && info.ssi_pid == 0) ask_to_end(command, ended);
  }
  end(0);
}

__attribute__((noreturn, used)) void init_main(void) {
  CALL5(__NR_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0);
  struct Command command = {0};
  must(INIT_READ_START, read_start(&command));
  int error = 0;
  const uint32_t failed = make_view(command.steps, command.start->steps, &error);
  if (failed != 0) {
    tell(INIT_VIEW_FAILED, (int)(failed << INIT_ERROR_BITS) | error);
    end(FAILED);
  }
  must(INIT_LEAVE_MACHINE, leave_machine());
  limit_inotify();
  must(INIT_SEAL_VIEW, seal_view());
  must(INIT_GIVE_UP_RIGHTS, give_up_rights());
  must(INIT_INSTALL_FILTER, install_filter(INIT_FILTER_FD));
  must(INIT_TAKE_OUTPUT, CALL3(__NR_dup3, INIT_OUTPUT_FD, 1, 0));
  must(INIT_TAKE_OUTPUT, CALL3(__NR_dup3, INIT_ERROR_FD, 2, 0));
  close_all(INIT_STATUS_FD + 1, ~0U);
  CALL3(__NR_fcntl, INIT_STATUS_FD, F_SETFD, FD_CLOEXEC);

  const uint64_t all = ~(uint64_t)0;
  const uint64_t wanted = bit_of(SIGCHLD) | bit_of(SIGTERM);
  CALL4(__NR_rt_sigprocmask, SIG_SETMASK, &all, 0, SIGNAL_SET_BYTES);
  const long signals = CALL4(__NR_signalfd4, -1, &wanted, SIGNAL_SET_BYTES, SFD_CLOEXEC | SFD_NONBLOCK);
  must(INIT_TAKE_SIGNALS, signals);

  tell(INIT_READY, 0);
  const long child = CALL5(__NR_clone, SIGCHLD, 0, 0, 0, 0); /* as fork(2) does it */
  if (child == 0) become(&command);
  if (child < 0) {
    tell(INIT_FORK_FAILED, (int)-child);
    end(FAILED);
  }
  for (int fd = 0; fd < INIT_STATUS_FD; ++fd) CALL1(__NR_close, fd);
  watch_over(child, (int)signals, command.start);
}

/* The kernel enters here with the stack aligned as no function expects it. */
#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n\txorl %ebp, %ebp\n\tandq $-16, %rsp\n\tcall init_main\n\thlt\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n_start:\n\tmov x29, #0\n\tmov x30, #0\n\tbl init_main\n\tbrk #1\n");
#endif
