#include "supervise/isolation/refused_calls.hpp"

#include <asm/ioctls.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
#endif

namespace proctor::supervise {
namespace {

constexpr std::uint64_t kIoprioOfProcess = 1;   // IOPRIO_WHO_PROCESS; not every libc has a header for it
constexpr std::uint64_t kSetDelegation = 1040;  // F_SETDELEG of Linux 6.19: a lease, of directories too
constexpr std::uint64_t kLow = 0xffffffff;      // the kernel looks at 32 bits of these arguments

constexpr ArgumentTest has(unsigned index, std::uint64_t bit) {
  return {index, bit, bit, false};
}
constexpr ArgumentTest equals(unsigned index, std::uint64_t value) {
  return {index, kLow, value, false};
}
constexpr ArgumentTest is_not(unsigned index, std::uint64_t value) {
  return {index, ~std::uint64_t{0}, value, true};
}

constexpr std::string_view kRing = "its operations pass by every filter";
constexpr std::string_view kKernelCode = "a way to run own code or data inside of the kernel";
constexpr std::string_view kObserve = "looks into what others and the kernel do";
constexpr std::string_view kFault = "holds the kernel at a chosen point, as exploits of races want it";
constexpr std::string_view kKeys = "keyrings are shared with everything else of the same user";
constexpr std::string_view kMount = "the view of the file system stays as it is";
constexpr std::string_view kNamespace = "in a namespace of its own a process has capabilities again";
constexpr std::string_view kTrace = "no process looks into or steers another one that isn't its own start";
constexpr std::string_view kFirst =
    "the first process holds the sandbox; whatever limits or slows it would speak in the command's place";
constexpr std::string_view kMachine = "changes the machine, not the sandbox";
constexpr std::string_view kClock = "the clock is the machine's";
constexpr std::string_view kHandle = "opens files past the view, by their number";
constexpr std::string_view kLease =
    "makes everybody who opens the file wait, up to 45 s, also outside: root owns all of `/usr`";
constexpr std::string_view kAllEvents =
    "one process can take all that the machine has of it (`sysctl fs.aio-max-nr`), root's databases included";
constexpr std::string_view kHuge =
    "huge pages are set aside for the whole machine, and count for no limit of memory";
constexpr std::string_view kOld = "old or rare, wanted by exploits alone";
constexpr std::string_view kTerminal = "types into the terminal of somebody else, or puts a driver under it";
constexpr std::string_view kSetId = "a program that runs as its owner would be left in the workspace";
constexpr std::string_view kUnfiltered = "its arguments are in memory, where no filter sees them";
constexpr std::string_view kAllOfIt = "";

constexpr std::array kCalls{
    RefusedCall{"io_uring_setup", EPERM, kAllOfIt, kRing},
    RefusedCall{"io_uring_enter", EPERM, kAllOfIt, kRing},
    RefusedCall{"io_uring_register", EPERM, kAllOfIt, kRing},
    RefusedCall{"bpf", EPERM, kAllOfIt, kKernelCode},
    RefusedCall{"init_module", EPERM, kAllOfIt, kKernelCode},
    RefusedCall{"finit_module", EPERM, kAllOfIt, kKernelCode},
    RefusedCall{"delete_module", EPERM, kAllOfIt, kKernelCode},
    RefusedCall{"create_module", EPERM, kAllOfIt, kKernelCode},
    RefusedCall{"kexec_load", EPERM, kAllOfIt, kKernelCode},
    RefusedCall{"kexec_file_load", EPERM, kAllOfIt, kKernelCode},
    RefusedCall{"perf_event_open", EPERM, kAllOfIt, kObserve},
    RefusedCall{"fanotify_init", EPERM, kAllOfIt, kObserve},
    RefusedCall{"fanotify_mark", EPERM, kAllOfIt, kObserve},
    RefusedCall{"lookup_dcookie", EPERM, kAllOfIt, kObserve},
    RefusedCall{"syslog", EPERM, kAllOfIt, kObserve},
    RefusedCall{"userfaultfd", EPERM, kAllOfIt, kFault},
    RefusedCall{"keyctl", EPERM, kAllOfIt, kKeys},
    RefusedCall{"add_key", EPERM, kAllOfIt, kKeys},
    RefusedCall{"request_key", EPERM, kAllOfIt, kKeys},
    RefusedCall{"mount", EPERM, kAllOfIt, kMount},
    RefusedCall{"umount2", EPERM, kAllOfIt, kMount},
    RefusedCall{"pivot_root", EPERM, kAllOfIt, kMount},
    RefusedCall{"chroot", EPERM, kAllOfIt, kMount},
    RefusedCall{"move_mount", EPERM, kAllOfIt, kMount},
    RefusedCall{"open_tree", EPERM, kAllOfIt, kMount},
    RefusedCall{"fsopen", EPERM, kAllOfIt, kMount},
    RefusedCall{"fsconfig", EPERM, kAllOfIt, kMount},
    RefusedCall{"fsmount", EPERM, kAllOfIt, kMount},
    RefusedCall{"fspick", EPERM, kAllOfIt, kMount},
    RefusedCall{"mount_setattr", EPERM, kAllOfIt, kMount},
    RefusedCall{"setns", EPERM, kAllOfIt, kNamespace},
    RefusedCall{"unshare", EPERM, "CLONE_NEWNS", kNamespace, has(0, CLONE_NEWNS)},
    RefusedCall{"unshare", EPERM, "CLONE_NEWCGROUP", kNamespace, has(0, CLONE_NEWCGROUP)},
    RefusedCall{"unshare", EPERM, "CLONE_NEWUTS", kNamespace, has(0, CLONE_NEWUTS)},
    RefusedCall{"unshare", EPERM, "CLONE_NEWIPC", kNamespace, has(0, CLONE_NEWIPC)},
    RefusedCall{"unshare", EPERM, "CLONE_NEWUSER", kNamespace, has(0, CLONE_NEWUSER)},
    RefusedCall{"unshare", EPERM, "CLONE_NEWPID", kNamespace, has(0, CLONE_NEWPID)},
    RefusedCall{"unshare", EPERM, "CLONE_NEWNET", kNamespace, has(0, CLONE_NEWNET)},
    RefusedCall{"unshare", EPERM, "CLONE_NEWTIME", kNamespace, has(0, CLONE_NEWTIME)},
    RefusedCall{"clone", EPERM, "CLONE_NEWNS", kNamespace, has(0, CLONE_NEWNS)},
    RefusedCall{"clone", EPERM, "CLONE_NEWCGROUP", kNamespace, has(0, CLONE_NEWCGROUP)},
    RefusedCall{"clone", EPERM, "CLONE_NEWUTS", kNamespace, has(0, CLONE_NEWUTS)},
    RefusedCall{"clone", EPERM, "CLONE_NEWIPC", kNamespace, has(0, CLONE_NEWIPC)},
    RefusedCall{"clone", EPERM, "CLONE_NEWUSER", kNamespace, has(0, CLONE_NEWUSER)},
    RefusedCall{"clone", EPERM, "CLONE_NEWPID", kNamespace, has(0, CLONE_NEWPID)},
    RefusedCall{"clone", EPERM, "CLONE_NEWNET", kNamespace, has(0, CLONE_NEWNET)},
    RefusedCall{"clone3", ENOSYS, kAllOfIt, kUnfiltered},
    RefusedCall{"ptrace", EPERM, "PTRACE_ATTACH", kTrace, equals(0, PTRACE_ATTACH)},
    RefusedCall{"ptrace", EPERM, "PTRACE_SEIZE", kTrace, equals(0, PTRACE_SEIZE)},
    RefusedCall{"process_vm_readv", EPERM, kAllOfIt, kTrace},
    RefusedCall{"process_vm_writev", EPERM, kAllOfIt, kTrace},
    RefusedCall{"process_madvise", EPERM, kAllOfIt, kTrace},
    RefusedCall{"kcmp", EPERM, kAllOfIt, kTrace},
    RefusedCall{"pidfd_getfd", EPERM, kAllOfIt, kTrace},
    RefusedCall{"prlimit64", EPERM, "to limit the first process", kFirst, equals(0, 1), is_not(2, 0)},
    RefusedCall{"sched_setscheduler", EPERM, "of the first process", kFirst, equals(0, 1)},
    RefusedCall{"sched_setparam", EPERM, "of the first process", kFirst, equals(0, 1)},
    RefusedCall{"sched_setattr", EPERM, "of the first process", kFirst, equals(0, 1)},
    RefusedCall{"sched_setaffinity", EPERM, "of the first process", kFirst, equals(0, 1)},
    RefusedCall{"setpriority", EPERM, "of the first process", kFirst, equals(0, PRIO_PROCESS), equals(1, 1)},
    RefusedCall{"setpriority", EPERM, "of a group or user", kFirst, is_not(0, PRIO_PROCESS)},
    RefusedCall{"ioprio_set", EPERM, "of the first process", kFirst, equals(1, 1)},
    RefusedCall{"ioprio_set", EPERM, "of a group or user", kFirst, is_not(0, kIoprioOfProcess)},
    RefusedCall{"settimeofday", EPERM, kAllOfIt, kClock},
    RefusedCall{"clock_settime", EPERM, kAllOfIt, kClock},
    RefusedCall{"clock_adjtime", EPERM, kAllOfIt, kClock},
    RefusedCall{"adjtimex", EPERM, kAllOfIt, kClock},
    RefusedCall{"stime", EPERM, kAllOfIt, kClock},
    RefusedCall{"reboot", EPERM, kAllOfIt, kMachine},
    RefusedCall{"swapon", EPERM, kAllOfIt, kMachine},
    RefusedCall{"swapoff", EPERM, kAllOfIt, kMachine},
    RefusedCall{"quotactl", EPERM, kAllOfIt, kMachine},
    RefusedCall{"quotactl_fd", EPERM, kAllOfIt, kMachine},
    RefusedCall{"acct", EPERM, kAllOfIt, kMachine},
    RefusedCall{"iopl", EPERM, kAllOfIt, kMachine},
    RefusedCall{"ioperm", EPERM, kAllOfIt, kMachine},
    RefusedCall{"sethostname", EPERM, kAllOfIt, kMachine},
    RefusedCall{"setdomainname", EPERM, kAllOfIt, kMachine},
    RefusedCall{"vhangup", EPERM, kAllOfIt, kMachine},
    RefusedCall{"nfsservctl", EPERM, kAllOfIt, kMachine},
    RefusedCall{"fcntl", EPERM, "F_SETLEASE", kLease, equals(1, F_SETLEASE)},
    RefusedCall{"fcntl", EPERM, "F_SETDELEG", kLease, equals(1, kSetDelegation)},
    RefusedCall{"io_setup", ENOSYS, kAllOfIt, kAllEvents},
    RefusedCall{"mmap", ENOMEM, "MAP_HUGETLB", kHuge, has(3, MAP_HUGETLB)},
    RefusedCall{"memfd_create", ENOMEM, "MFD_HUGETLB", kHuge, has(1, MFD_HUGETLB)},
    RefusedCall{"shmget", ENOMEM, "SHM_HUGETLB", kHuge, has(2, SHM_HUGETLB)},
    RefusedCall{"open_by_handle_at", EPERM, kAllOfIt, kHandle},
    RefusedCall{"modify_ldt", EPERM, kAllOfIt, kOld},
    RefusedCall{"uselib", EPERM, kAllOfIt, kOld},
    RefusedCall{"ustat", EPERM, kAllOfIt, kOld},
    RefusedCall{"_sysctl", EPERM, kAllOfIt, kOld},
    RefusedCall{"memfd_secret", EPERM, kAllOfIt, kOld},
    RefusedCall{"ioctl", EPERM, "TIOCSTI", kTerminal, equals(1, TIOCSTI)},
    RefusedCall{"ioctl", EPERM, "TIOCLINUX", kTerminal, equals(1, TIOCLINUX)},
    RefusedCall{"ioctl", EPERM, "TIOCSETD", kTerminal, equals(1, TIOCSETD)},
    RefusedCall{"socket", EPROTONOSUPPORT, "AF_NETLINK but for NETLINK_ROUTE",
                "much of the kernel answers there", equals(0, AF_NETLINK), is_not(2, 0)},
    RefusedCall{"socketpair", EAFNOSUPPORT, "all but AF_UNIX",
                "rare families are where the kernel is weakest", is_not(0, AF_UNIX)},
    RefusedCall{"chmod", EPERM, "set-user-ID", kSetId, has(1, S_ISUID)},
    RefusedCall{"chmod", EPERM, "set-group-ID", kSetId, has(1, S_ISGID)},
    RefusedCall{"fchmod", EPERM, "set-user-ID", kSetId, has(1, S_ISUID)},
    RefusedCall{"fchmod", EPERM, "set-group-ID", kSetId, has(1, S_ISGID)},
    RefusedCall{"fchmodat", EPERM, "set-user-ID", kSetId, has(2, S_ISUID)},
    RefusedCall{"fchmodat", EPERM, "set-group-ID", kSetId, has(2, S_ISGID)},
    RefusedCall{"mknod", EPERM, "set-user-ID", kSetId, has(1, S_ISUID)},
    RefusedCall{"mknod", EPERM, "set-group-ID", kSetId, has(1, S_ISGID)},
    RefusedCall{"mknodat", EPERM, "set-user-ID", kSetId, has(2, S_ISUID)},
    RefusedCall{"mknodat", EPERM, "set-group-ID", kSetId, has(2, S_ISGID)},
    RefusedCall{"creat", EPERM, "set-user-ID", kSetId, has(1, S_ISUID)},
    RefusedCall{"creat", EPERM, "set-group-ID", kSetId, has(1, S_ISGID)},
    RefusedCall{"open", EPERM, "O_CREAT, set-user-ID", kSetId, has(1, O_CREAT), has(2, S_ISUID)},
    RefusedCall{"open", EPERM, "O_CREAT, set-group-ID", kSetId, has(1, O_CREAT), has(2, S_ISGID)},
    RefusedCall{"open", EPERM, "O_TMPFILE, set-user-ID", kSetId, has(1, O_TMPFILE), has(2, S_ISUID)},
    RefusedCall{"open", EPERM, "O_TMPFILE, set-group-ID", kSetId, has(1, O_TMPFILE), has(2, S_ISGID)},
    RefusedCall{"openat", EPERM, "O_CREAT, set-user-ID", kSetId, has(2, O_CREAT), has(3, S_ISUID)},
    RefusedCall{"openat", EPERM, "O_CREAT, set-group-ID", kSetId, has(2, O_CREAT), has(3, S_ISGID)},
    RefusedCall{"openat", EPERM, "O_TMPFILE, set-user-ID", kSetId, has(2, O_TMPFILE), has(3, S_ISUID)},
    RefusedCall{"openat", EPERM, "O_TMPFILE, set-group-ID", kSetId, has(2, O_TMPFILE), has(3, S_ISGID)},
    RefusedCall{"openat2", ENOSYS, kAllOfIt, kUnfiltered},
};

}  // namespace

std::span<const RefusedCall> refused_calls() {
  return kCalls;
}

std::string refused_calls_table() {
  struct Row {
    std::string calls;
    std::string_view name, reason;
    int error;
  };
  std::vector<Row> rows;
  for (const RefusedCall& call : refused_calls()) {
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& other) {
      return other.reason == call.reason && other.error == call.error;
    });
    if (row == rows.end()) row = rows.insert(row, {{}, {}, call.reason, call.error});
    const bool again = row->name == call.name;  // the next condition of the same call
    if (again && row->calls.back() == ')') row->calls.pop_back();
    if (!again) row->calls += fmt::format("{}`{}`", row->calls.empty() ? "" : ", ", call.name);
    if (!call.when.empty()) row->calls += fmt::format("{}{})", again ? "; " : " (", call.when);
    row->name = call.name;
  }
  std::string table = "| Refused | Answer | Why |\n| --- | --- | --- |\n";
  for (const Row& row : rows)
    table += fmt::format("| {} | {} | {} |\n", row.calls, strerrorname_np(row.error), row.reason);
  return table;
}

bool family_is_allowed(unsigned family) {
  return family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK;
}

}  // namespace proctor::supervise
