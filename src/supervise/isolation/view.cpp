#include "supervise/isolation/view.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "base/error.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

// Nothing in these is anybody's workspace.
constexpr std::array kSystemTrees{"/usr",    "/etc",  "/bin",  "/sbin", "/lib", "/lib32",     "/lib64",
                                  "/libx32", "/boot", "/proc", "/sys",  "/dev", INIT_MACHINE, INIT_PATH};
// These hold what belongs to others; something below them may be a workspace.
constexpr std::array kSharedTops{"/",    "/home",     "/root", "/tmp", "/var", "/var/tmp", "/var/lib",
                                 "/run", "/run/user", "/opt",  "/srv", "/mnt", "/media"};
// The sandbox has its own of these. Where the machine is while the view is made, a place for a mount would be
// made on the machine itself.
constexpr std::array kOwnTrees{"/proc", "/dev", INIT_MACHINE, INIT_PATH};

std::vector<fs::path> home_directories() {
  std::vector<fs::path> found;
  const auto add = [&found](const char* home) {
    if (home == nullptr || *home != '/') return;
    if (const auto way = walk(home)) found.push_back(way->end);
  };
  add(std::getenv("HOME"));
  // getpwuid_r would have to ask the network for some users; their HOME is enough.
  if (geteuid() == 0) add("/root");
  return found;
}

std::optional<std::string> why_not_writable(const fs::path& path) {
  for (const fs::path tree : kSystemTrees) {
    // A private directory in shared memory is as good as any.
    if (is_within(path, tree) && !(is_within(path, "/dev/shm") && path != "/dev/shm"))
      return "it is a part of the system";
  }
  if (std::find(kSharedTops.begin(), kSharedTops.end(), path.native()) != kSharedTops.end())
    return "it holds more than a workspace; name a directory below it";
  for (const fs::path& home : home_directories()) {
    if (is_within(home, path)) return "it is or holds the home directory; name a directory below it";
  }
  return std::nullopt;
}

std::optional<std::string> why_not_readable(const fs::path& path) {
  if (path == "/") return "it is the whole machine";
  for (const fs::path tree : kOwnTrees) {
    if (is_within(path, tree) && !(is_within(path, "/dev/shm") && path != "/dev/shm"))
      return "a sandbox has a " + tree.string() + " of its own";
  }
  if (path == "/tmp") return "a sandbox has a /tmp of its own";
  return std::nullopt;
}

std::string refusal(const fs::path& path, const fs::path& real, bool writable, const std::string& why) {
  const std::string through =
      real == path.lexically_normal() ? std::string() : fmt::format(" (which is {})", real.string());
  if (writable)
    return fmt::format("the sandbox can't let a command write in {}{}: {}", path.string(), through, why);
  return fmt::format(
      "the sandbox can't show {}{}, named under [isolation] read_only or where a framework's tools are: {}",
      path.string(), through, why);
}

// The place itself, without a slash at its end.
fs::path tidy(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return normal.has_filename() || normal == "/" ? normal : normal.parent_path();
}

}  // namespace

tl::expected<View, std::string> View::make(const SystemView& system, const Sandbox& sandbox,
                                           const std::vector<fs::path>& writable,
                                           const std::vector<fs::path>& protected_files) {
  View view(system);
  std::vector<fs::path> open;  // as the caller names them
  open.reserve(writable.size());
  for (const fs::path& path : writable) open.push_back(tidy(path));
  std::sort(open.begin(), open.end());

  // The outermost alone. What is within it belongs to code that nobody trusts: it could be a link by now that
  // leads anywhere, so nothing in there is followed.
  std::vector<fs::path> outermost;
  for (const fs::path& path : open) {
    const bool inner = std::any_of(outermost.begin(), outermost.end(),
                                   [&](const fs::path& outer) { return is_within(path, outer); });
    if (!inner) outermost.push_back(path);
  }
  const auto enter = [&](const fs::path& path, bool may_write) -> std::optional<std::string> {
    if (!path.is_absolute()) return refusal(path, path, may_write, "its path isn't absolute");
    const auto way = walk(path);
    if (!way) return refusal(path, path, may_write, system_message("it can't be found", way.error()));
    if (const auto why = may_write ? why_not_writable(way->end) : why_not_readable(way->end))
      return refusal(path, way->end, may_write, *why);
    if (!may_write) {
      for (const PathWalk::Link& link : way->links) {
        const bool foreign = std::any_of(view.mounts_.begin(), view.mounts_.end(), [&](const Mount& mount) {
          return mount.writable && is_within(link.at, mount.path);
        });
        if (foreign)
          return refusal(path, way->end, may_write,
                         fmt::format("{} is a link, and a command may have made it", link.at.string()));
      }
    }
    struct stat status {};
    if (may_write && (stat(way->end.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)))
      return refusal(path, way->end, may_write, "it isn't a directory");
    view.add(*way, may_write);
    return std::nullopt;
  };
  for (const fs::path& path : outermost) {
    if (auto error = enter(path, true)) return tl::unexpected(std::move(*error));
  }
  for (const fs::path& path : sandbox.read_only) {
    if (auto error = enter(tidy(path), false)) return tl::unexpected(std::move(*error));
  }
  for (const fs::path& file : protected_files) view.protect(file);
  std::sort(view.mounts_.begin(), view.mounts_.end(),
            [](const Mount& a, const Mount& b) { return a.path.native() < b.path.native(); });
  return view;
}

void View::add(const PathWalk& way, bool writable) {
  for (const PathWalk::Link& link : way.links) {
    const bool known = std::any_of(links_.begin(), links_.end(),
                                   [&](const PathWalk::Link& other) { return other.at == link.at; });
    if (!known) links_.push_back(link);
  }
  const auto same =
      std::find_if(mounts_.begin(), mounts_.end(), [&](const Mount& mount) { return mount.path == way.end; });
  if (same != mounts_.end()) {
    same->writable = same->writable || writable;
  } else if (writable || !system_->shows(way.end)) {
    mounts_.push_back({way.end, writable});
  }
}

// The kernel lets nobody delete or rename a mount point. So the file is one, and the directories on the way
// to it are, too: with them it could be moved away.
void View::protect(const fs::path& file) {
  const auto way = walk(file);
  if (!way || !way->links.empty()) return;
  const auto workspace = std::find_if(mounts_.begin(), mounts_.end(), [&](const Mount& mount) {
    return mount.writable && is_within(way->end, mount.path);
  });
  if (workspace == mounts_.end()) return;
  const fs::path top = workspace->path;
  add(*way, false);
  for (fs::path directory = way->end.parent_path(); directory != top && is_within(directory, top);
       directory = directory.parent_path())
    add({.links = {}, .end = directory}, true);
}

bool View::holds(const fs::path& path) const {
  return system_->shows(path) || std::any_of(mounts_.begin(), mounts_.end(),
                                             [&](const Mount& mount) { return is_within(path, mount.path); });
}

void View::add_to(ViewSteps& steps) const {
  for (const Mount& mount : mounts_)
    steps.add(mount.writable ? INIT_WRITABLE : INIT_READABLE, mount.path.native());
  // What is temporary for longer elsewhere; nothing outlives the sandbox. Unless the place is needed.
  const auto takes_place = [](const fs::path& path) { return path == "/var" || is_within(path, "/var/tmp"); };
  const bool taken = std::any_of(mounts_.begin(), mounts_.end(),
                                 [&](const Mount& mount) { return takes_place(mount.path); }) ||
                     std::any_of(links_.begin(), links_.end(),
                                 [&](const PathWalk::Link& link) { return takes_place(link.at); });
  if (!taken) steps.add(INIT_LINK, "/var/tmp", "/tmp");
  // Those that aren't there with the directory that they stand in.
  for (const PathWalk::Link& link : links_) {
    if (!holds(link.at) && !system_->shows_link(link.at))
      steps.add(INIT_LINK, link.at.native(), link.target.native());
  }
}

std::optional<fs::path> View::hidden_part(const fs::path& path) const {
  const auto way = walk(path);
  if (!way) return std::nullopt;
  for (const PathWalk::Link& link : way->links) {
    const bool known = holds(link.at) || system_->shows_link(link.at) ||
                       std::any_of(links_.begin(), links_.end(),
                                   [&](const PathWalk::Link& other) { return other.at == link.at; });
    if (!known) return link.at;
  }
  return holds(way->end) ? std::nullopt : std::optional(way->end);
}

}  // namespace proctor::supervise
