#include "supervise/guardian_process.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/raw_directory.hpp"
#include "base/remove_tree.hpp"
#include "supervise/end_cgroup.hpp"

namespace proctor::supervise {
namespace {

constexpr int kSocket = 0;  // where its descriptor is put; there is no other
constexpr std::size_t kBufferBytes = 32U << 10U;
constexpr std::size_t kMostEnvironment = 4U << 20U;
constexpr std::size_t kLongestTag = 1024;
constexpr time_t kKillTime = 20;  // seconds for those who flee
constexpr time_t kRemoveTime = 60;

struct Slot {
  bool used;
  std::size_t size;
  char message[kGuardianMessageBytes];
};

// Its memory, zero at first. What isn't touched costs nothing.
struct Memory {
  std::size_t slots_tried;  // those above were never used
  char incoming[kGuardianMessageBytes];
  alignas(8) char entries[kBufferBytes];
  char environment[kBufferBytes];
  char value[kLongestTag];
  Slot slots[kGuardedRuns];
};

time_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

void pause_for(long microseconds) {
  const timespec time{0, microseconds * 1000};
  nanosleep(&time, nullptr);
}

// Calls action(text) for each string of that kind in all messages.
template <typename Action>
void for_each_told(const Memory& memory, char kind, const Action& action) {
  for (std::size_t i = 0; i < memory.slots_tried; ++i) {
    const Slot& slot = memory.slots[i];
    if (!slot.used) continue;
    for (std::size_t at = sizeof(GuardianMessage); at < slot.size;) {
      const char* text = slot.message + at;
      if (text[0] == kind) action(text + 1);
      at += std::strlen(text) + 1;  // the message ends with a NUL
    }
  }
}

void take_message(Memory& memory, std::size_t size) {
  GuardianMessage message;
  if (size < sizeof(message)) return;
  std::memcpy(&message, memory.incoming, sizeof(message));
  const bool over = size == sizeof(message);
  if (!over && memory.incoming[size - 1] != '\0') return;
  for (std::size_t i = 0; i < kGuardedRuns && (!over || i < memory.slots_tried); ++i) {
    Slot& slot = memory.slots[i];
    GuardianMessage held;
    std::memcpy(&held, slot.message, sizeof(held));
    const bool its_own = slot.used && held.run == message.run;
    if (over ? !its_own : slot.used) continue;
    slot.used = !over;
    if (!over) {
      std::memcpy(slot.message, memory.incoming, size);
      slot.size = size;
      memory.slots_tried = std::max(memory.slots_tried, i + 1);
    }
    return;
  }
}

// "MARK", or "MARK." and what supervisors inside have added.
bool is_tagged(const Memory& memory, const char* value) {
  bool found = false;
  for_each_told(memory, 't', [&](const char* tag) {
    const std::size_t length = std::strlen(tag);
    if (std::strncmp(value, tag, length) == 0 && (value[length] == '\0' || value[length] == '.'))
      found = true;
  });
  return found;
}

// Reads NAME=value, NUL, NAME=value… piece by piece.
bool environment_is_tagged(Memory& memory, int file) {
  static constexpr char kName[] = "PROCTOR_RUN=";
  constexpr std::size_t kNameBytes = sizeof(kName) - 1;
  std::size_t matched = 0;  // bytes of the name
  std::size_t length = 0;   // of the value
  bool other = false;       // this entry has another name
  for (std::size_t total = 0; total < kMostEnvironment;) {
    const ssize_t count = read(file, memory.environment, kBufferBytes);
    if (count <= 0) return false;
    total += static_cast<std::size_t>(count);
    for (ssize_t i = 0; i < count; ++i) {
      const char c = memory.environment[i];
      if (c == '\0') {
        memory.value[std::min(length, kLongestTag - 1)] = '\0';
        if (!other && matched == kNameBytes && is_tagged(memory, memory.value)) return true;
        matched = length = 0;
        other = false;
      } else if (other) {
        continue;
      } else if (matched < kNameBytes) {
        other = c != kName[matched];
        ++matched;
      } else if (length < kLongestTag - 1) {
        memory.value[length++] = c;
      }
    }
  }
  return false;
}

// First the descriptor of the process, then the look: whoever takes over its number later isn't met.
bool kill_if_tagged(Memory& memory, int processes, const char* name) {
  const pid_t pid = process_number(name);
  if (pid <= 1) return false;
  const std::size_t length = std::strlen(name);
  if (length > 16) return false;
  const int process = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (process < 0 && errno == ESRCH) return false;
  char path[64];
  std::copy_n("/environ", sizeof("/environ"), std::copy_n(name, length, path));
  const int file = openat(processes, path, O_RDONLY | O_CLOEXEC);
  const bool tagged = file >= 0 && environment_is_tagged(memory, file);
  if (file >= 0) close(file);
  if (tagged) {
    // With its group at one stroke, for those that were forked meanwhile. The leader of its session was made
    // inside the run, and so were all in the group.
    const pid_t group = getpgid(pid);
    if (group > 1 && group != getpgrp()) kill(-group, SIGKILL);
    if (process < 0) kill(pid, SIGKILL);
    if (process >= 0) syscall(SYS_pidfd_send_signal, process, SIGKILL, nullptr, 0);
  }
  if (process >= 0) close(process);
  return tagged;
}

bool kill_tagged(Memory& memory) {
  const int processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (processes < 0) return false;
  bool found = false;
  for_each_entry(processes, memory.entries, kBufferBytes, [&](const char* name, unsigned char) {
    found = kill_if_tagged(memory, processes, name) || found;
  });
  close(processes);
  return found;
}

bool end_cgroups(const Memory& memory) {
  bool all = true;
  for_each_told(memory, 'c', [&](const char* path) { all = end_cgroup(AT_FDCWD, path) && all; });
  return all;
}

// Told as DIRECTORY/MARK: removes what has the mark in its name.
void remove_marked(const char* told, time_t until) {
  char directory[kGuardianMessageBytes];
  const std::size_t length = std::strlen(told);
  if (length >= sizeof directory) return;
  std::memcpy(directory, told, length + 1);
  char* mark = std::strrchr(directory, '/');
  if (mark == nullptr || mark[1] == '\0') return;
  *mark++ = '\0';
  if (chdir(directory) != 0) return;
  const int entries = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (entries < 0) return;
  alignas(8) char buffer[2048];
  for_each_entry(entries, buffer, sizeof buffer, [&](const char* name, unsigned char) {
    if (std::strstr(name, mark) != nullptr) remove_tree(name, std::chrono::seconds(until - now()));
  });
  close(entries);
}

// Among thousands that run and fork, one that gets its fair share of the processor would never be done.
// Refused to ordinary users.
void hurry() {
  sched_param parameter{};
  parameter.sched_priority = 1;
  if (sched_setscheduler(0, SCHED_RR, &parameter) != 0) setpriority(PRIO_PROCESS, 0, -20);
}

void end_runs(Memory& memory, bool may_search) {
  hurry();
  const time_t begin = now();
  bool cgroups_gone = false;
  bool found = true;
  for (long pause_us = 500; (found || !cgroups_gone) && now() < begin + kKillTime;
       pause_us = std::min(pause_us * 2, 20'000L)) {
    cgroups_gone = end_cgroups(memory);
    found = may_search && kill_tagged(memory);  // one that is too busy to die at once is met again
    if (found || !cgroups_gone) pause_for(pause_us);
  }
  for_each_told(memory, 'd', [&](const char* path) { remove_marked(path, begin + kRemoveTime); });
}

void close_others() {
  if (syscall(SYS_close_range, kSocket + 1U, ~0U, 0U) == 0) return;
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const int end = limit.rlim_cur < 65536 ? static_cast<int>(limit.rlim_cur) : 65536;
  for (int fd = kSocket + 1; fd < end; ++fd) close(fd);
}

void overwrite(std::uintptr_t begin, std::uintptr_t end, const char* text) {
  if (begin == 0 || begin >= end) return;
  auto* at = reinterpret_cast<char*>(begin);  // NOLINT(performance-no-int-to-ptr): the kernel tells numbers
  std::memset(at, 0, end - begin);
  for (std::size_t i = 0; text[i] != '\0' && begin + i + 1 < end; ++i) at[i] = text[i];
}

[[noreturn]] void end_process() {
  for (;;) syscall(SYS_exit_group, 0);
}

}  // namespace

void run_guardian(const GuardianOptions& options) {
  setsid();
  if (options.socket != kSocket && dup2(options.socket, kSocket) < 0) end_process();
  close_others();
  if (chdir("/") != 0) end_process();
  prctl(PR_SET_NAME, "proctor-guard");
  prctl(PR_SET_DUMPABLE, 0);  // nobody but root has to look into the copy of our memory
  overwrite(options.words_begin, options.words_end, "proctor-guardian");
  overwrite(options.variables_begin, options.variables_end, "");
  void* mapped = mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) end_process();
  Memory& memory = *static_cast<Memory*>(mapped);  // zero is what an unused slot is made of
  for (;;) {
    const ssize_t size = recv(kSocket, memory.incoming, sizeof(memory.incoming), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    take_message(memory, static_cast<std::size_t>(size));
  }
  bool any = false;
  for (std::size_t i = 0; i < memory.slots_tried; ++i) any = any || memory.slots[i].used;
  if (any) end_runs(memory, options.may_search);
  end_process();
}

}  // namespace proctor::supervise
