/* The first process of a sandbox.
 *
 * bubblewrap starts it when all is set up, which may be before there is a command: it waits for that. It
 * starts the command, reaps whoever ends, and tells the supervisor what became of the command: bubblewrap's
 * own exit code can't be told from a command's. It ends when nobody is left, and with it ends everything in
 * its PID namespace, whatever the cause.
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
  QUEUE_BYTES = 256,
  STACK_BYTES = 1024
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

/* Standard error is bubblewrap's so far: what is said there is the reason why there is no sandbox. */
static void __attribute__((noreturn)) give_up(const char* words, long size) {
  CALL3(__NR_write, 2, words, size);
  end(FAILED);
}
#define GIVE_UP(words) give_up(words, sizeof(words) - 1)

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

/* False if one is left. */
static int give_up_rights(void) {
  static const int rights[] = {CAP_SYS_ADMIN, CAP_SYS_RESOURCE, CAP_SETPCAP}; /* the last one drops others */
  const struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  for (size_t i = 0; i < sizeof rights / sizeof rights[0]; ++i) {
    CALL2(__NR_prctl, PR_CAPBSET_DROP, rights[i]);
    if (CALL2(__NR_prctl, PR_CAPBSET_READ, rights[i]) != 0) return 0;
  }
  return CALL2(__NR_capset, &header, none) == 0;
}

/* bubblewrap could do that, but then this process would have to live with the filter from its first step. */
static int install_filter(int file) {
  const long size = CALL3(__NR_lseek, file, 0, SEEK_TO_END);
  if (size <= 0) return 0;
  const long at = CALL6(__NR_mmap, 0, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (at < 0 && at > -4096) return 0;
  const struct sock_fprog program = {(unsigned short)((size_t)size / sizeof(struct sock_filter)),
                                     (struct sock_filter*)at};
  return CALL5(__NR_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 &&
         CALL2(__NR_munmap, at, size) == 0;
}

static void close_all(unsigned first, unsigned last) {
  if (CALL3(__NR_close_range, first, last, 0) == 0) return;
  for (unsigned fd = first; fd < 1024 && fd <= last; ++fd) CALL1(__NR_close, fd);
}

struct Command {
  int gifts[INIT_MOST_GIFTS]; /* -1: it didn't come */
  const char* program;
  const char* workdir;
  char** argv; /* argv[-1] is free: a shell's name takes its place */
  char** environment;
  char* steps;
  const struct InitOrder* order;
};

/* As recvmsg(2) has them, but for the C library's names. */
struct Piece {
  void* bytes;
  size_t size;
};
struct Message {
  void* name;
  int name_size;
  struct Piece* pieces;
  size_t piece_count;
  void* control;
  size_t control_size;
  int flags;
};
struct Gifts {
  size_t size; /* with what stands before the descriptors */
  int level;
  int type;
  int descriptors[INIT_MOST_GIFTS];
};
enum { LEVEL_SOCKET = 1, RIGHTS = 1, CLOSED_ON_EXECUTION = 0x40000000 };

/* Waits for the message. False if somebody sends something else. */
static int take_gifts(struct Command* command) {
  char byte;
  struct Piece piece = {&byte, 1};
  struct Gifts gifts = {0, 0, 0, {0}};
  struct Message message = {0, 0, &piece, 1, &gifts, sizeof gifts, 0};
  long count;
  do {
    count = CALL3(__NR_recvmsg, INIT_ORDER_FD, &message, CLOSED_ON_EXECUTION);
  } while (count == -EINTR);
  if (count == 0) end(0);
  const size_t head = offsetof(struct Gifts, descriptors);
  if (count != 1 || message.control_size < head || gifts.level != LEVEL_SOCKET || gifts.type != RIGHTS)
    return 0;
  const size_t gift_count = (gifts.size - head) / sizeof(int);
  for (size_t i = 0; i < INIT_MOST_GIFTS; ++i) command->gifts[i] = i < gift_count ? gifts.descriptors[i] : -1;
  return gift_count >= INIT_GIFT_CHANNEL;
}

/* A copy of the file that can be changed; null if it isn't of at least so many bytes. */
static char* bytes_of(int file, size_t least) {
  const long size = CALL3(__NR_lseek, file, 0, SEEK_TO_END);
  if (size < (long)least) return NULL;
  const long at = CALL6(__NR_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  return at < 0 && at > -4096 ? NULL : (char*)at;
}

static int take_order(struct Command* command) {
  char* bytes = bytes_of(command->gifts[INIT_GIFT_ORDER], sizeof(struct InitOrder));
  if (bytes == NULL) return 0;
  const struct InitOrder* order = (const struct InitOrder*)bytes;
  const size_t pointers = (size_t)order->arguments + order->variables + 4;
  const long table = CALL6(__NR_mmap, 0, pointers * sizeof(char*), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (table < 0 && table > -4096) return 0;

  char* text = bytes + sizeof(struct InitOrder);
  command->order = order;
  command->program = text;
  text += text_size(text);
  command->workdir = text;
  text += text_size(text);
  char** slot = (char**)table + 1;
  command->argv = slot;
  for (uint32_t i = 0; i < order->arguments; ++i, text += text_size(text)) *slot++ = text;
  *slot++ = NULL;
  command->environment = slot;
  for (uint32_t i = 0; i < order->variables; ++i, text += text_size(text)) *slot++ = text;
  *slot = NULL;
  command->steps = text;
  return 1;
}

static void __attribute__((noreturn)) refuse(int event, long result) {
  tell(event, (int)-result);
  end(NOT_EXECUTED);
}

static void __attribute__((noreturn, used)) become(const struct Command* command) {
  char shell[] = "/bin/sh";
  const uint64_t none = 0;
  CALL0(__NR_setsid);
  CALL4(__NR_rt_sigprocmask, SIG_SETMASK, &none, 0, SIGNAL_SET_BYTES);
  for (uint32_t i = 0; i < command->order->limits && i < INIT_MOST_LIMITS; ++i) {
    const struct InitLimit* limit = command->order->limit + i;
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
static void look_at_ipc(const struct InitOrder* order, uint32_t* most) {
  if (*most == 0) return;
  uint64_t bytes = 0;
  struct shm_info segments;
  if (CALL3(__NR_shmctl, 0, SHM_INFO, &segments) >= 0)
    bytes += ((uint64_t)segments.shm_rss + segments.shm_swp) * order->page_bytes;
  struct seminfo sets;
  if (CALL4(__NR_semctl, 0, 0, SEM_INFO, &sets) >= 0)
    bytes += (uint64_t)sets.semaem * SEMAPHORE_BYTES + (uint64_t)sets.semusz * SET_BYTES;
  struct msginfo queues;
  if (CALL3(__NR_msgctl, 0, MSG_INFO, &queues) >= 0) {
    bytes += (uint64_t)(uint32_t)queues.msgtql + (uint64_t)queues.msgmap * MESSAGE_BYTES +
             (uint64_t)queues.msgpool * QUEUE_BYTES;
  }
  const uint64_t pages = bytes / order->page_bytes;
  if (pages <= *most) return;
  *most = 0; /* told once */
  tell(INIT_IPC_MEMORY, pages < INT32_MAX ? (int)pages : INT32_MAX);
}

/* False when no process is left but this one. */
static int reap(long command, const struct InitOrder* order, int* ended, uint32_t* most_ipc) {
  for (;;) {
    int status = 0;
    const long pid = CALL4(__NR_wait4, -1, &status, WNOHANG | __WALL, 0);
    if (pid == -EINTR) continue;
    if (pid == -ECHILD) return 0;
    if (pid <= 0) return 1;
    /* Somebody who asked to be traced by this process only stops; that is no end. */
    if (pid != command || (status & 0xff) == 0x7f || *ended) continue;
    *ended = 1;
    look_at_ipc(order, most_ipc);
    tell(INIT_ENDED, status);
  }
}

static void ask_to_end(long command, int ended) {
  const long whom = ended ? -1 : -command; /* -1: everybody but this process */
  CALL2(__NR_kill, whom, SIGTERM);
  CALL2(__NR_kill, whom, SIGCONT);
}

static void __attribute__((noreturn)) watch_over(long command, int signals, const struct InitOrder* order) {
  uint32_t most_ipc = order->ipc_pages;
  const struct __kernel_timespec interval = {0, LOOK_NANOSECONDS};
  int ended = 0;
  while (reap(command, order, &ended, &most_ipc)) {
    look_at_ipc(order, &most_ipc);
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

/* A process that calls become() in this memory, on a stack of its own; this one goes on when that has
 * executed the command. So no page has to be copied. Answers as clone(2). */
long start_command(char* stack_end, const struct Command* command);

#if defined(__x86_64__)
__asm__(
    "start_command:\n"
    "\tmovq %rsi, %r9\n"
    "\tmovq %rdi, %rsi\n"
    "\tmovl $0x4111, %edi\n" /* CLONE_VM | CLONE_VFORK | SIGCHLD */
    "\txorl %edx, %edx\n"
    "\txorl %r10d, %r10d\n"
    "\txorl %r8d, %r8d\n"
    "\tmovl $56, %eax\n" /* clone */
    "\tsyscall\n"
    "\ttestq %rax, %rax\n"
    "\tjnz 1f\n"
    "\txorl %ebp, %ebp\n"
    "\tmovq %r9, %rdi\n"
    "\tcall become\n"
    "1:\tret\n");
#elif defined(__aarch64__)
__asm__(
    "start_command:\n"
    "\tmov x9, x1\n"
    "\tmov x1, x0\n"
    "\tmov x0, #0x4111\n" /* CLONE_VM | CLONE_VFORK | SIGCHLD */
    "\tmov x2, #0\n"
    "\tmov x3, #0\n"
    "\tmov x4, #0\n"
    "\tmov x8, #220\n" /* clone */
    "\tsvc #0\n"
    "\tcbnz x0, 1f\n"
    "\tmov x29, #0\n"
    "\tmov x0, x9\n"
    "\tbl become\n"
    "1:\tret\n");
#endif

/* Those before it were `done`. */
static void make_view_after(uint32_t done, char* steps, uint32_t count) {
  int error = 0;
  const uint32_t failed = make_view(steps, count, &error);
  if (failed == 0) return;
  tell(INIT_VIEW_FAILED, (int)((done + failed) << INIT_ERROR_BITS) | error);
  end(FAILED);
}

__attribute__((noreturn, used)) void init_main(void) {
  CALL5(__NR_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0);
  char* system = bytes_of(INIT_VIEW_FD, sizeof(struct InitView));
  if (system == NULL) GIVE_UP("what is to be seen of the system can't be read");
  const uint32_t system_steps = ((const struct InitView*)system)->count;
  make_view_after(0, system + sizeof(struct InitView), system_steps);
  tell(INIT_WAITING, 0);
  struct Command command;
  if (!take_gifts(&command) || !take_order(&command)) GIVE_UP("the command's arguments can't be read");
  make_view_after(system_steps, command.steps, command.order->steps);
  if (!leave_machine()) GIVE_UP("the machine's files can't be taken away");
  limit_inotify();
  if (!seal_view()) GIVE_UP("what is to be read-only can't be made so");
  if (!give_up_rights()) GIVE_UP("the first process can't give up its capabilities");
  if (!install_filter(command.gifts[INIT_GIFT_FILTER])) GIVE_UP("the system call filter can't be installed");
  const int channel = command.gifts[INIT_GIFT_CHANNEL];
  if (CALL3(__NR_dup3, command.gifts[INIT_GIFT_OUTPUT], 1, 0) < 0 ||
      CALL3(__NR_dup3, command.gifts[INIT_GIFT_ERROR], 2, 0) < 0 ||
      (channel >= 0 && CALL3(__NR_dup3, channel, INIT_CHANNEL_FD, 0) < 0))
    end(FAILED);
  close_all(INIT_STATUS_FD + 1, INIT_CHANNEL_FD - 1);
  close_all(INIT_CHANNEL_FD + 1, ~0U);
  CALL3(__NR_fcntl, INIT_STATUS_FD, F_SETFD, FD_CLOEXEC);

  const uint64_t all = ~(uint64_t)0;
  const uint64_t wanted = bit_of(SIGCHLD) | bit_of(SIGTERM);
  CALL4(__NR_rt_sigprocmask, SIG_SETMASK, &all, 0, SIGNAL_SET_BYTES);
  const long signals = CALL4(__NR_signalfd4, -1, &wanted, SIGNAL_SET_BYTES, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals < 0) end(FAILED);

  tell(INIT_READY, 0);
  char stack[STACK_BYTES] __attribute__((aligned(16)));
  const long child = start_command(stack + STACK_BYTES, &command);
  if (child < 0) {
    tell(INIT_FORK_FAILED, (int)-child);
    end(FAILED);
  }
  for (int fd = 0; fd < INIT_STATUS_FD; ++fd) CALL1(__NR_close, fd);
  CALL1(__NR_close, INIT_CHANNEL_FD);
  watch_over(child, (int)signals, command.order);
}

/* The kernel enters here with the stack aligned as no function expects it. */
#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n\txorl %ebp, %ebp\n\tandq $-16, %rsp\n\tcall init_main\n\thlt\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n_start:\n\tmov x29, #0\n\tmov x30, #0\n\tbl init_main\n\tbrk #1\n");
#endif
