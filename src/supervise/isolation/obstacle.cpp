#include "supervise/isolation/obstacle.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/mount_table.hpp"
#include "base/text.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_zero(const std::string& path) {
  return trim(read_kernel_file(path.c_str(), 32)) == "0";
}

// The setting that allows no namespace of some kind; empty if there is none. The kernel answers then as it
// does where too many are in use.
std::string switched_off() {
  for (const char* kind : {"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"}) {
    if (is_zero(fmt::format("/proc/sys/user/max_{}_namespaces", kind)))
      return fmt::format("user.max_{}_namespaces", kind);
  }
  return {};
}

// Not every kind leaves a mark of its own (those of Kubernetes don't), but next to all have a system call
// filter.
bool in_container() {
  return access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0 ||
         has(read_kernel_file("/proc/self/status", 1U << 16U), "\nSeccomp:\t2");
}

// Where the kernel allows nobody a user namespace. No system call tells; but the root of a chroot is rarely a
// mount, and every other root is one.
bool in_chroot() {
  const std::string table = read_kernel_file(kMountTable, 4U << 20U);
  const auto entries = parse_mount_table(table);
  const auto is_root = [](const MountEntry& entry) { return entry.point == "/"; };
  if (!table.empty() && std::none_of(entries.begin(), entries.end(), is_root)) return true;
  struct stat own {
  }, first{};
  return stat("/", &own) == 0 && stat("/proc/1/root/", &first) == 0 &&
         std::pair(own.st_dev, own.st_ino) != std::pair(first.st_dev, first.st_ino);
}

// Answers of the kernel, or of a filter in front of it, that depend on settings and never on what is in use.
constexpr std::array kRefusals{EPERM, EACCES, ENOSYS};

// What bubblewrap says without an error's text behind it, of a kernel, an installation or a version that will
// be the same at the next try.
constexpr std::array kLastingWords{"likely because the kernel does not support user namespaces",
                                   "No permissions to creat",  // "to create" on Debian, else "to creating"
                                   "in setuid mode",
                                   "nknown option",
                                   "Unexpected setuid user",
                                   "Unexpected capabilities but not setuid"};

bool lasts(std::string_view said, int error) {
  if (error == ENOSPC) return has(said, "new namespace") && !switched_off().empty();
  if (error != 0) return std::find(kRefusals.begin(), kRefusals.end(), error) != kRefusals.end();
  return std::any_of(kLastingWords.begin(), kLastingWords.end(),
                     [said](const char* words) { return has(said, words); });
}

constexpr std::array kKnownErrors{EPERM, EACCES, ENOSYS, EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSPC, EDQUOT, EIO};

// bubblewrap ends with the text of an error, as a rule. 0: with none of these.
int error_behind(std::string_view line) {
  if (has(line, "(ENOSPC)")) return ENOSPC;
  for (const int error : kKnownErrors) {
    if (line.ends_with(": " + std::generic_category().message(error))) return error;
  }
  return 0;
}

std::string what_to_do(std::string_view said, bool lasting) {
  const auto says = [said](std::string_view part) { return has(said, part); };
  // What else may be short, system_message() tells.
  if (!lasting && says("(ENOSPC)"))
    return "there are too many namespaces already, or too many within one another; allow more (sysctl "
           "user.max_user_namespaces and the like, also outside of a container), or, where no sandbox is "
           "wanted, say so by isolation level \"process\"";
  if (!lasting) return {};
  // The order is from the particular to the general: several of these end in the same words of bubblewrap.
  if (says("setuid mode"))
    return "bubblewrap is set-user-ID here, and as such it lets no process of an ordinary user make what the "
           "command sees; take the bit away (chmod u-s), which needs user namespaces that ordinary users may "
           "make";
  if (says("nknown option")) return "this bubblewrap is too old; install 0.5 or a newer one";
  if (says("not implemented"))
    return "this kernel, or a container's filter in front of it, doesn't know a call by which the sandbox is "
           "made; "
           "Linux 5.12 or a newer one is needed";
  if (const std::string setting = switched_off(); !setting.empty())
    return fmt::format("namespaces are switched off (sysctl {}=0); allow some", setting);
  if (is_zero("/proc/sys/kernel/unprivileged_userns_clone") && geteuid() != 0)
    return "user namespaces are switched off for ordinary users; set sysctl "
           "kernel.unprivileged_userns_clone=1";
  if (trim(read_kernel_file("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", 32)) == "1" &&
      geteuid() != 0)
    return "AppArmor keeps ordinary users from using user namespaces; install an AppArmor profile for bwrap "
           "(package apparmor-profiles), or set sysctl kernel.apparmor_restrict_unprivileged_userns=0";
  // A step of the first process: by then the namespaces are there.
  if (says("Can't bind /") && says("Permission denied"))
    return "who may enter a directory on the way there is for its owner to say, and in a sandbox root has no "
           "rights over the files of others";
  if (says("mount proc"))
    return "a /proc of its own can't be mounted, as usual in a container; start the container with its /proc "
           "unmasked (docker: --security-opt systempaths=unconfined), or accept a lesser level in your own "
           "configuration if the container isolates already";
  if (says("new namespace") && in_chroot())
    return "this is a chroot, in which the kernel allows no user namespaces; run proctor outside of it, or "
           "use a container (systemd-nspawn, docker) in its place";
  const bool not_allowed =
      says("new namespace") || says("uid map") || says("ermission denied") || says("not permitted");
  if (not_allowed && in_container())
    return "this is a container that doesn't allow namespaces; start it with a seccomp profile that allows "
           "unshare, clone and mount, or accept a lesser level in your own configuration if the container "
           "isolates already";
  if (says("new namespace") || says("uid map"))
    return "the kernel doesn't allow user namespaces here, although its settings do, as usual in a "
           "chroot; run proctor outside of it, or in a container (systemd-nspawn, docker) in its place";
  return {};
}

}  // namespace

SandboxObstacle obstacle_of(std::string_view said, int error) {
  const bool lasting = lasts(said, error);
  const std::string advice = what_to_do(said, lasting);
  return {.kind = lasting ? SandboxObstacle::Kind::lasting : SandboxObstacle::Kind::passing,
          .reason = advice.empty() ? std::string(said) : fmt::format("{} ({})", advice, said)};
}

SandboxObstacle obstacle_of_words(std::string_view words) {
  std::string said = for_terminal(trim(words));
  if (said.empty())
    said = "bwrap ended without a word, as when it's killed: see the kernel's messages (dmesg)";
  const std::vector<std::string_view> lines = split_lines(trim(words));
  const bool one_reason = std::all_of(lines.begin(), lines.end(),
                                      [](std::string_view line) { return lasts(line, error_behind(line)); });
  const int error = error_behind(said);
  const std::string text = ": " + std::generic_category().message(error);
  // Said once more, with what is to be done about that error.
  if (said.ends_with(text)) said = system_message(said.substr(0, said.size() - text.size()), error);
  SandboxObstacle obstacle = obstacle_of(said, error);
  if (!one_reason) obstacle.kind = SandboxObstacle::Kind::passing;
  return obstacle;
}

std::optional<SandboxObstacle> obstacle_behind(const Termination& end) {
  using Kind = Termination::Kind;
  if (end.kind == Kind::exited && end.code == 0) return std::nullopt;
  if (end.kind == Kind::cancelled) return SandboxObstacle{SandboxObstacle::Kind::stopped, end.evidence};
  const bool lasting = end.kind == Kind::not_started && end.no_sandbox && !end.no_means;
  const auto kind = lasting ? SandboxObstacle::Kind::lasting : SandboxObstacle::Kind::passing;
  if (end.kind == Kind::not_started) return SandboxObstacle{kind, end.evidence};
  return SandboxObstacle{kind, "a command that does nothing went wrong in a sandbox: " + end.evidence};
}

}  // namespace proctor::supervise
