#include "supervise/isolation/bubblewrap.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/mount_table.hpp"
#include "base/text.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

constexpr std::array kPlaces{"/usr/bin/bwrap", "/usr/local/bin/bwrap"};

// Why somebody else than root may have made it; nothing if nobody else can.
const char* why_not_trusted(const struct stat& status) {
  if (status.st_uid != 0)
    return "it doesn't belong to root (in a user namespace without the machine's, nothing does)";
  return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? "others than root can change it" : nullptr;
}

bool is_zero(const char* path) {
  return trim(read_kernel_file(path, 32)) == "0";
}

// Not every kind leaves a mark of its own (those of Kubernetes don't), but next to all have a system call
// filter.
bool in_container() {
  return access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0 ||
         read_kernel_file("/proc/self/status", 1U << 16U).find("\nSeccomp:\t2") != std::string::npos;
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

std::string what_to_do(std::string_view words) {
  const auto says = [words](std::string_view part) { return words.find(part) != std::string_view::npos; };
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
  if (is_zero("/proc/sys/user/max_user_namespaces"))
    return "user namespaces are switched off (sysctl user.max_user_namespaces=0); allow some";
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
  // No filter of a container says that, but the kernel's own count does.
  if (says("ENOSPC") || says("No space left on device"))
    return "there are too many namespaces already, or too many within one another (sysctl "
           "user.max_user_namespaces and the like); allow more";
  if (says("new namespace") && in_chroot())
    return "this is a chroot, in which the kernel allows no user namespaces; run proctor outside of it, or "
           "use a container (systemd-nspawn, docker) in its place";
  const bool not_allowed =
      says("new namespace") || says("uid map") || says("ermission denied") || says("not permitted");
  if (not_allowed && in_container())
    return "this is a container that doesn't allow namespaces; start it with a seccomp profile that allows "
           "unshare, clone and mount, or accept a lesser level in your own configuration if the container "
           "isolates already";
  if (says("creating new namespace") || says("new namespace") || says("uid map"))
    return "the kernel doesn't allow user namespaces here, although its settings do, as usual in a "
           "chroot; run proctor outside of it, or in a container (systemd-nspawn, docker) in its place";
  return {};
}

}  // namespace

tl::expected<std::string, std::string> find_bubblewrap() {
  std::string unsuitable;
  for (const char* place : kPlaces) {
    struct stat status {};
    if (stat(place, &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (const char* why = why_not_trusted(status)) {
      unsuitable = fmt::format("{} isn't used because {}", place, why);
    } else if (access(place, X_OK) != 0) {
      unsuitable = fmt::format("{} is not executable", place);
    } else {
      return std::string(place);
    }
  }
  if (!unsuitable.empty()) return tl::unexpected(unsuitable);
  return tl::unexpected(std::string("bubblewrap is not installed (apt install bubblewrap)"));
}

std::string explain_setup_failure(std::string_view words) {
  std::string said = for_terminal(trim(words));
  if (said.empty()) said = "bwrap ended without a word";
  const std::string advice = what_to_do(words);
  return advice.empty() ? said : fmt::format("{} ({})", advice, said);
}

}  // namespace proctor::supervise
