#include "supervise/isolation/bubblewrap.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/error.hpp"

namespace proctor::supervise {
namespace {

constexpr std::array kPlaces{"/usr/bin/bwrap", "/usr/local/bin/bwrap"};

// Why somebody else than root may have made it; nothing if nobody else can.
const char* why_not_trusted(const struct stat& status) {
  if (status.st_uid != 0)
    return "it doesn't belong to root (in a user namespace without the machine's, nothing does)";
  return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? "others than root can change it" : nullptr;
}

bool is_not_there(int error) {
  return error == ENOENT || error == ENOTDIR || error == EACCES;
}

}  // namespace

tl::expected<std::string, SandboxObstacle> find_bubblewrap() {
  std::string unsuitable = "bubblewrap is not installed (apt install bubblewrap)";
  for (const char* place : kPlaces) {
    struct stat status {};
    if (stat(place, &status) != 0) {
      if (is_not_there(errno)) continue;
      return tl::unexpected(obstacle_of(system_message(place, errno), errno));
    }
    if (!S_ISREG(status.st_mode)) continue;
    if (const char* why = why_not_trusted(status)) {
      unsuitable = fmt::format("{} isn't used because {}", place, why);
    } else if (access(place, X_OK) == 0) {
      return std::string(place);
    } else if (errno == EACCES) {
      unsuitable = fmt::format("{} is not executable", place);
    } else {
      return tl::unexpected(obstacle_of(system_message(place, errno), errno));
    }
  }
  return tl::unexpected(SandboxObstacle{SandboxObstacle::Kind::lasting, unsuitable});
}

}  // namespace proctor::supervise
