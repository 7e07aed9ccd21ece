#include "supervise/isolation/memory_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

namespace proctor::supervise {
namespace {

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

// The child puts its own descriptors at 0, 1 and 2, and we may have been started without them.
UniqueFd above_standard(UniqueFd file) {
  if (file && file.get() <= STDERR_FILENO) file.reset(fcntl(file.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return file;
}

UniqueFd create(const char* name) {
  // Not executable, which newer kernels want to be told, and older ones don't know.
  constexpr unsigned kFlags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  UniqueFd file(memfd_create(name, kFlags | MFD_NOEXEC_SEAL));
  if (!file && errno == EINVAL) file.reset(memfd_create(name, kFlags));
  return above_standard(std::move(file));
}

}  // namespace

UniqueFd open_memory_file(const char* name) {
  return create(name);
}

UniqueFd memory_file(const char* name, std::string_view bytes) {
  UniqueFd file = create(name);
  if (!file) return {};
  while (!bytes.empty()) {
    const ssize_t count = write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  if (lseek(file.get(), 0, SEEK_SET) != 0) return {};
  if (fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0)
    return {};
  return file;
}

UniqueFd reopen(const UniqueFd& file) {
  const std::string path = fmt::format("/proc/self/fd/{}", file.get());
  return above_standard(UniqueFd(open(path.c_str(), O_RDONLY | O_CLOEXEC)));
}

std::string first_bytes(const UniqueFd& file, std::size_t limit) {
  std::string bytes(limit, '\0');
  const ssize_t count = pread(file.get(), bytes.data(), bytes.size(), 0);
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

}  // namespace proctor::supervise
