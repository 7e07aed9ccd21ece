// Reading a directory with system calls alone: no allocation, no locks. For code that runs where neither may
// be (supervise/guardian_process.hpp).
#pragma once

#include <dirent.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace proctor {

// As getdents64(2) writes them.
struct RawEntry {
  std::uint64_t inode;
  std::int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[1];
};

inline bool is_dot(const char* name) {
  return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

// 0 if the text isn't a number that a process can have.
inline pid_t process_number(const char* text) {
  long number = 0;
  for (; *text >= '0' && *text <= '9' && number < 1'000'000'000; ++text) number = number * 10 + (*text - '0');
  return *text == '\0' || *text == '\n' ? static_cast<pid_t>(number) : 0;
}

// Calls action(name, type) for each entry but "." and "..". The buffer is the caller's,
// aligned to 8: calls are nested.
template <typename Action>
void for_each_entry(int directory, char* buffer, std::size_t size, const Action& action) {
  lseek(directory, 0, SEEK_SET);
  for (;;) {
    const long count = syscall(SYS_getdents64, directory, buffer, size);
    if (count <= 0) return;
    for (long at = 0; at < count;) {
      const auto* entry = reinterpret_cast<const RawEntry*>(buffer + at);
      if (!is_dot(entry->name)) action(entry->name, entry->type);
      at += entry->length;
    }
  }
}

}  // namespace proctor
