#include "supervise/end_cgroup.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/raw_directory.hpp"

namespace proctor::supervise {
namespace {

constexpr int kDeepestCgroup = 60;

// Of version 1: one by one.
void kill_listed(int cgroup) {
  const int file = openat(cgroup, "cgroup.procs", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char buffer[4096];
  std::size_t kept = 0;
  for (;;) {
    const ssize_t count = read(file, buffer + kept, sizeof(buffer) - 1 - kept);
    if (count <= 0) break;
    const std::size_t end = kept + static_cast<std::size_t>(count);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < end; ++i) {
      if (buffer[i] != '\n') continue;
      const pid_t pid = process_number(buffer + begin);
      if (pid > 1 && pid != getpid()) kill(pid, SIGKILL);
      begin = i + 1;
    }
    kept = end - begin;
    if (kept > 32) break;  // no number is as long
    std::memmove(buffer, buffer + begin, kept);
  }
  close(file);
}

void kill_cgroup(int cgroup) {
  const int file = openat(cgroup, "cgroup.kill", O_WRONLY | O_CLOEXEC);
  const bool killed = file >= 0 && write(file, "1", 1) == 1;
  if (file >= 0) close(file);
  if (!killed) kill_listed(cgroup);
}

bool end_below(int parent, const char* name, int depth) {
  const int cgroup = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (cgroup < 0) return errno == ENOENT;
  kill_cgroup(cgroup);
  if (unlinkat(parent, name, AT_REMOVEDIR) != 0 && depth < kDeepestCgroup) {
    alignas(8) char buffer[2048];
    for_each_entry(cgroup, buffer, sizeof(buffer), [&](const char* inner, unsigned char type) {
      if (type == DT_DIR) end_below(cgroup, inner, depth + 1);
    });
  }
  close(cgroup);
  return unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT;
}

}  // namespace

bool end_cgroup(int parent, const char* name) {
  return end_below(parent, name, 0);
}

}  // namespace proctor::supervise
