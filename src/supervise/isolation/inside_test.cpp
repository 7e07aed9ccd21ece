// What a sandboxed command finds, and what it can't get at; as root and as an ordinary user.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/remove_tree.hpp"
#include "base/unique_fd.hpp"
#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Inside : public SandboxTestAsBoth {};
INSTANTIATE_TEST_SUITE_P(Sandbox, Inside, ::testing::Bool(), name_of_both);

TEST_P(Inside, SeesNothingOfTheMachineButWhatItNeeds) {
  const std::string top = says("cd /; echo *");
  for (const char* name : {"home", "root", "var", "run", "sys", "opt", "mnt", "boot", "srv", "media"})
    EXPECT_THAT(" " + top, Not(HasSubstr(fmt::format(" {} ", name)))) << top;
  const std::string etc = says("cd /etc; echo * */*");
  for (const char* name :
       {"shadow", "machine-id", "ssh", "resolv.conf", "ssl/private", "sudoers", "hostname"})
    EXPECT_THAT(" " + etc, Not(HasSubstr(fmt::format(" {} ", name)))) << etc;
  EXPECT_THAT(etc, HasSubstr("passwd"));
}

TEST_P(Inside, CantLimitOrSlowTheFirstProcess) {
  EXPECT_EQ(says("python3 -c '\n"
                 "import os, resource\n"
                 "def refused(call, *arguments):\n"
                 "    try: call(*arguments)\n"
                 "    except PermissionError: return True\n"
                 "print(all((\n"
                 "    refused(resource.prlimit, 1, resource.RLIMIT_NOFILE, (0, 0)),\n"
                 "    refused(resource.prlimit, 1, resource.RLIMIT_CPU, (1, 1)),\n"
                 "    refused(os.sched_setscheduler, 1, os.SCHED_IDLE, os.sched_param(0)),\n"
                 "    refused(os.sched_setaffinity, 1, {0}),\n"
                 "    refused(os.setpriority, os.PRIO_PROCESS, 1, 19),\n"
                 "    refused(os.setpriority, os.PRIO_PGRP, os.getpgid(1), 15),\n"
                 "    refused(os.setpriority, os.PRIO_USER, 0, 15),\n"
                 "    refused(os.setpriority, os.PRIO_USER, os.getuid(), 15))))\n"
                 "resource.prlimit(0, resource.RLIMIT_NOFILE, (20, 20))\n"
                 "os.setpriority(os.PRIO_PROCESS, 0, 19)'"),
            "True\n");
}

TEST_P(Inside, LeavesOthersOfItsUserInotifyInstances) {
  const std::string got = says(
      "python3 -c 'import ctypes; c = ctypes.CDLL(None); print(sum(c.inotify_init() >= 0 for i in "
      "range(100)))'");
  EXPECT_GE(std::stoi(got), 1);
  EXPECT_LE(std::stoi(got), 64);
  const long watches = std::stol(read_all("/proc/sys/fs/inotify/max_user_watches"));
  EXPECT_EQ(says("cat /proc/sys/user/max_inotify_watches"), std::to_string(watches / 2) + "\n");
  EXPECT_THAT(says("echo 100000 > /proc/sys/user/max_inotify_watches"),
              ::testing::AnyOf(HasSubstr("Permission denied"), HasSubstr("Read-only")));
}

TEST_P(Inside, CantReadACanaryBesideItsWorkspace) {
  const TestFolder other;
  const std::string canary = other.file("canary", "secret", 0666);
  chmod(other.path().c_str(), 0755);
  EXPECT_THAT(says("cat " + canary), Not(HasSubstr("secret")));
  EXPECT_THAT(
      says(fmt::format("cat /proc/1/root{0} /proc/self/root{0} /proc/1/cwd/..{0} /proc/*/root{0}", canary)),
      Not(HasSubstr("secret")));
  fs::create_symlink(canary, folder_.path() / "link");
  EXPECT_THAT(says("cat link; cat ../../../../../.." + canary), Not(HasSubstr("secret")));
}

TEST_P(Inside, WritesInTheWorkspaceOnly) {
  EXPECT_EQ(says("echo kept > made"), "");
  EXPECT_EQ(read_all(folder_.path() / "made"), "kept\n");
  for (const char* place : {"/", "/usr", "/usr/bin", "/etc", "/dev", "/proc", "/proc/sys/kernel", "/bin"})
    EXPECT_THAT(says(fmt::format("echo x > {}/proctor-was-here && echo written", place)),
                Not(HasSubstr("written")))
        << place;
  EXPECT_THAT(
      says("for f in /etc/passwd /etc/ld.so.cache /usr/bin/env /.proctor-init; do : >> $f && echo written; "
           "rm -f $f && echo removed; done; true"),
      Not(::testing::AnyOf(HasSubstr("written"), HasSubstr("removed"))));
}

constexpr const char* kOwnDevices =
    "core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero \n";

// For root the first process takes its parts of /etc and /dev from the machine's own.
TEST_P(Inside, SeesNoMoreOfEtcAndDevThanItsParts) {
  EXPECT_EQ(says("ls /dev | tr '\\n' ' '; echo"), kOwnDevices);
  EXPECT_THAT(says("ls -A /; cat /proc/self/mountinfo"),
              Not(::testing::AnyOf(HasSubstr("proctor-etc"), HasSubstr("proctor-dev"))));
  EXPECT_EQ(says("stat -c %a /dev /dev/shm /dev/pts"), "755\n1777\n755\n");
  EXPECT_EQ(says("python3 -c 'import pty, os; a, b = pty.openpty(); print(os.ttyname(b))'"), "/dev/pts/0\n");
  EXPECT_THAT(says("ls /etc/ssl/certs"), HasSubstr("ca-certificates"));
}

TEST_P(Inside, HasTheSameDevicesWithAWorkspaceInSharedMemory) {
  char made[] = "/dev/shm/proctor-inside-XXXXXX";
  ASSERT_NE(mkdtemp(made), nullptr);
  chmod(made, 0777);
  options_.writable.emplace_back(made);
  EXPECT_EQ(says(fmt::format("echo kept > {}/kept; ls /dev | tr '\\n' ' '; echo", made)), kOwnDevices);
  EXPECT_EQ(read_all(fs::path(made) / "kept"), "kept\n");
  EXPECT_EQ(says("chmod 666 /dev/null 2>/dev/null || echo refused"), "refused\n");
  remove_tree(made);
}

TEST_P(Inside, CantChangeTheRightsOfTheMachinesDevices) {
  // Root owns them, in a user namespace too. The mode is the one that it has.
  const std::string told = says(
      "python3 -c '\n"
      "import os\n"
      "for f in [0, *(\"/dev/\" + n for n in \"null zero full random urandom tty\".split())]:\n"
      "    try: os.chmod(f, os.stat(f).st_mode & 0o777); print(\"changed\", f)\n"
      "    except OSError: pass'; stat -Lc %n /dev/stdin; : > /dev/null && : >> /dev/null && "
      "head -c 3 /dev/zero | wc -c; head -c 3 /dev/urandom | wc -c; echo x > /dev/full");
  EXPECT_THAT(told, ::testing::StartsWith("/dev/stdin\n3\n3\n")) << "they can be used as ever";
  EXPECT_THAT(told, HasSubstr("No space left on device"));
}

TEST_P(Inside, HasTemporaryPlacesOfItsOwnWithALimit) {
  options_.sandbox.temporary_bytes = 1U << 20U;
  EXPECT_EQ(
      says("echo a > /tmp/proctor-private && echo b > /dev/shm/proctor-private && cat /tmp/proctor-private"),
      "a\n");
  EXPECT_FALSE(fs::exists("/tmp/proctor-private"));
  EXPECT_FALSE(fs::exists("/dev/shm/proctor-private"));
  EXPECT_EQ(says("ls /dev/shm; ls /tmp | grep -v -e home -e proctor-supervise"), "");
  for (const char* place : {"/tmp", "/dev/shm"})
    EXPECT_THAT(says(fmt::format("head -c 3000000 /dev/zero > {}/big", place)), HasSubstr("No space left"))
        << place;
}

TEST_P(Inside, CantChangeTheKernelsSettings) {
  // Without a test of the value: it is written as it is, should the write succeed.
  EXPECT_THAT(
      says("v=$(cat /proc/sys/kernel/core_pattern); echo \"$v\" > /proc/sys/kernel/core_pattern && echo "
           "written"),
      Not(HasSubstr("written")));
  // Those that are excepted are of the sandbox's own IPC and PID namespaces.
  EXPECT_THAT(
      says("for f in $(find /proc/sys /proc/sysrq-trigger /proc/irq /proc/bus -type f 2>/dev/null | grep -v "
           "-e ^/proc/sys/fs/mqueue/ -e ^/proc/sys/kernel/'\\(msg\\|shm\\|sem$\\|auto_msgmni\\|ns_last_pid"
           "\\|pid_max\\)'); do ( : >> $f ) 2>/dev/null && echo opened $f; done; true"),
      "");
}

TEST_P(Inside, HasNoCapabilitiesAndCantGainAny) {
  const std::string status = says("cat /proc/self/status");
  for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"})
    EXPECT_THAT(status, HasSubstr(fmt::format("{}:\t0000000000000000\n", set)));
  EXPECT_THAT(status, HasSubstr("NoNewPrivs:\t1\n"));
  EXPECT_THAT(status, HasSubstr("Seccomp:\t2\n"));
  EXPECT_THAT(says("cp /usr/bin/env mine; chmod 4755 mine 2>&1 || chmod 2755 mine 2>&1; stat -c %a mine"),
              ::testing::EndsWith("permitted\n755\n"));
  EXPECT_EQ(
      says("umask 0; perl -e 'use Fcntl; sysopen(F, \"suid\", O_CREAT|O_WRONLY, 04755) and print \"made\"'"),
      "");
  struct stat status_of_file {};
  EXPECT_EQ(stat((folder_.path() / "mine").c_str(), &status_of_file), 0);
  EXPECT_EQ(status_of_file.st_mode & (S_ISUID | S_ISGID), 0U);
}

TEST_P(Inside, SeesItsOwnProcessesOnly) {
  EXPECT_EQ(says("cd /proc; echo [0-9]*"), "1 2\n");
  EXPECT_EQ(says("echo $$"), "2\n");
}

TEST_P(Inside, HasStandardDescriptorsOnly) {
  EXPECT_THAT(
      says("cd /proc/self/fd; for f in *; do readlink $f; done | grep -v -e ^/dev/null -e ^pipe: -e /fd$"),
      "");
}

TEST_P(Inside, CantEndOrLookIntoItsFirstProcess) {
  EXPECT_EQ(says("kill -KILL 1; kill -STOP 1; kill -TERM 1; kill -SEGV 1; sleep 0.1; echo alive"), "alive\n");
  const std::string looks = says(
      "ls -l /proc/1/fd /proc/1/cwd /proc/1/exe; cat /proc/1/environ /proc/1/maps; echo x > /proc/1/mem; "
      "cat /.proctor-init");
  EXPECT_THAT(looks, Not(HasSubstr("pipe:")));
  EXPECT_THAT(looks, Not(HasSubstr("PROCTOR_RUN")));
  EXPECT_THAT(looks, ::testing::ContainsRegex("/proc/1/mem: (Permission denied|Read-only)"));
  EXPECT_EQ(says("for f in /proc/1/fd/*; do echo forged > $f; done 2>/dev/null; exit 7"), "");
}

TEST_P(Inside, CantForgeHowItEnded) {
  const std::string script =
      "for fd in 3 4 5 6 7 8 9; do printf '\\005\\0\\0\\0\\0\\0\\0\\0' >&$fd; done; exit 9";
  const auto end = [&](Supervisor& supervisor) {
    const Termination termination = supervisor.run(shell(script), {}, {}, options_).termination;
    return fmt::format("{} {}", word(termination.kind), termination.code);
  };
  EXPECT_EQ(as_user() ? as_nobody([&] {
              Supervisor supervisor;
              return end(supervisor);
            })
                      : end(supervisor_),
            "exited 9");
}

TEST_P(Inside, IsRefusedWhatTheFilterSays) {
  const std::string probe = probe_in(folder_);
  const auto call = [&](long number, const std::string& arguments = {}) {
    return says(fmt::format("{} {} {}", probe, number, arguments));
  };
  EXPECT_EQ(call(SYS_unshare, "0x10000000"), "EPERM\n");
  EXPECT_EQ(call(SYS_clone, "0x10000011"), "EPERM\n");
  EXPECT_EQ(call(SYS_clone3), "ENOSYS\n");
  EXPECT_EQ(call(SYS_io_uring_setup, "1"), "EPERM\n");
  EXPECT_EQ(call(SYS_bpf), "EPERM\n");
  EXPECT_EQ(call(SYS_keyctl), "EPERM\n");
  EXPECT_EQ(call(SYS_userfaultfd), "EPERM\n");
  EXPECT_EQ(call(SYS_perf_event_open), "EPERM\n");
  EXPECT_EQ(call(SYS_socket, "40 1 0"), "EPERM\n");
  EXPECT_EQ(call(SYS_socket, "17 3 0"), "EPERM\n");
  EXPECT_EQ(call(SYS_socket, "16 3 0"), "ok\n") << "NETLINK_ROUTE";
  EXPECT_EQ(call(SYS_socket, "16 3 9"), "EPROTONOSUPPORT\n");
  EXPECT_EQ(call(SYS_ioctl, "0 0x5412 0"), "EPERM\n");
  EXPECT_EQ(call(SYS_ioctl, "0 0x100005412 0"), "EPERM\n");
  EXPECT_EQ(call(0x40000000 | SYS_getpid), "ENOSYS\n");
  EXPECT_EQ(call(500), "ENOSYS\n");
  EXPECT_THAT(says(probe + " int80"), AnyOf("ENOSYS\n", "signalled: SIGSEGV\n"))
      << "the second one where the kernel has no 32-bit calls at all";
  EXPECT_EQ(says(probe + " trace"), "EPERM\nEPERM\n");
}

TEST_P(Inside, HasALoopbackOfItsOwn) {
  const std::string python = R"(
import socket, threading
for family, address in ((socket.AF_INET, '127.0.0.1'), (socket.AF_INET6, '::1')):
    server = socket.create_server((address, 0), family=family)
    port = server.getsockname()[1]
    threading.Thread(target=lambda s=server: s.accept()[0].sendall(b'hello ')).start()
    print(socket.create_connection((address, port)).recv(10).decode(), end='')
print(socket.gethostbyname('localhost'))
)";
  folder_.file("loop.py", python);
  EXPECT_EQ(says("/usr/bin/python3 loop.py"), "hello hello 127.0.0.1\n");
}

TEST_P(Inside, ReachesNoListenerOfTheMachineUnlessItsNetworkIsGiven) {
  const UniqueFd tcp(socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  ASSERT_EQ(bind(tcp.get(), reinterpret_cast<sockaddr*>(&address), length), 0);
  ASSERT_EQ(listen(tcp.get(), 5), 0);
  ASSERT_EQ(getsockname(tcp.get(), reinterpret_cast<sockaddr*>(&address), &length), 0);

  const UniqueFd abstract(socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const std::string text = fmt::format("proctor-canary-{}", getpid());
  std::memcpy(name.sun_path + 1, text.data(), text.size());
  const auto name_length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
  ASSERT_EQ(bind(abstract.get(), reinterpret_cast<sockaddr*>(&name), name_length), 0);
  ASSERT_EQ(listen(abstract.get(), 5), 0);

  const std::string to_tcp = fmt::format(
      "(exec 3<>/dev/tcp/127.0.0.1/{}) 2>/dev/null && echo reached || echo refused", ntohs(address.sin_port));
  const std::string to_abstract = fmt::format(
      "/usr/bin/python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect(\"\\0{}\")' 2>/dev/null && "
      "echo "
      "reached || echo refused",
      text);
  EXPECT_EQ(says(to_tcp), "refused\n");
  EXPECT_EQ(says(to_abstract), "refused\n");
  options_.sandbox.host_network = true;
  EXPECT_EQ(says(to_tcp), "reached\n");
}

TEST_P(Inside, KnowsTheNamesOfTheNetworkThatItWasGiven) {
  const std::string script = "cat /etc/resolv.conf 2>&1; cat /etc/hosts";
  EXPECT_THAT(says(script), HasSubstr("/etc/resolv.conf: No such file"));
  options_.sandbox.host_network = true;
  const std::string own = "127.0.0.1\tlocalhost sandbox\n::1\tlocalhost ip6-localhost ip6-loopback\n";
  EXPECT_EQ(says(script), read_all("/etc/resolv.conf") + own + read_all("/etc/hosts"));
  if (access("/etc/resolv.conf", F_OK) != 0) return;
  options_.sandbox.read_only = {"/etc/hosts", "/etc/resolv.conf"};
  EXPECT_EQ(says(script), read_all("/etc/resolv.conf") + read_all("/etc/hosts"));
}

TEST_P(Inside, LeavesPendingSignalsToOthers) {
  const std::string queued = says(R"(/usr/bin/python3 -c '
import ctypes, os, signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
queue, count = ctypes.CDLL(None).sigqueue, 0
while count < 10000 and queue(os.getpid(), int(signal.SIGRTMIN), None) == 0: count += 1
print(0 < count <= 4096)')");
  EXPECT_EQ(queued, "True\n");
}

TEST_P(Inside, HasAHomeOfItsOwn) {
  EXPECT_EQ(says("echo $HOME $TMPDIR; cd; pwd; ls -A; touch x && echo ok; stat -c %a ."),
            "/tmp/home /tmp\n/tmp/home\nok\n700\n");
  EXPECT_EQ(says("[ \"$(id -un)\" = \"$USER\" ] && echo same"), "same\n");
  EXPECT_EQ(says("hostname; getent hosts sandbox >/dev/null && echo known"), "sandbox\nknown\n");
}

TEST_P(Inside, HasBothPlacesForWhatIsTemporary) {
  EXPECT_EQ(says("echo kept > /var/tmp/x && cat /tmp/x"), "kept\n");
}

TEST_P(Inside, FindsPathsAsTheyAreWrittenWhateverIsInThem) {
  const fs::path odd = folder_.path() / "a b'\"$(x)\nc\\";
  fs::create_directories(odd / "real");
  fs::create_directory_symlink("real", odd / "link");
  fs::create_directory_symlink(odd / "link", folder_.path() / "first");
  std::ofstream(odd / "real" / "file") << "found";
  if (as_user()) {
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
      ASSERT_EQ(lchown(entry.path().c_str(), 65534, 65534), 0);
  }
  const fs::path first = folder_.path() / "first";
  options_.writable = {first};
  const auto answer = [&](Supervisor& supervisor) {
    const Outcome outcome = supervisor.run(
        command({"/bin/sh", "-c", "pwd; cat file; echo more > made", "sh"}, first), {}, {}, options_);
    return outcome.termination.evidence + outcome.out.text() + outcome.err.text();
  };
  EXPECT_THAT(as_user() ? as_nobody([&] {
                Supervisor supervisor;
                return answer(supervisor);
              })
                        : answer(supervisor_),
              HasSubstr("found"));
  EXPECT_EQ(read_all(odd / "real" / "made"), "more\n");
}

TEST_P(Inside, SeesConfiguredDirectoriesReadOnly) {
  const TestFolder tools;
  tools.file("data", "tool", 0644);
  chmod(tools.path().c_str(), 0777);
  options_.sandbox.read_only = {tools.path()};
  EXPECT_EQ(says("cat " + (tools.path() / "data").string()), "tool");
  EXPECT_THAT(says(fmt::format("echo x > {}/new", tools.path().string())),
              HasSubstr("Read-only file system"));
}

TEST_F(SandboxTest, TellsToolsWhereTheirVersionsAreOutside) {
  const TestFolder home;
  for (const char* name : {".pyenv", ".rustup", ".rbenv"}) fs::create_directory(home.path() / name);
  options_.sandbox.read_only = {home.path() / ".pyenv", home.path() / ".rustup"};
  Command asks = shell("echo $PYENV_ROOT; echo $RUSTUP_HOME; echo $RBENV_ROOT; echo $HOME", folder_.path());
  asks.environment.push_back("HOME=" + home.path().string());
  asks.environment.push_back("RUSTUP_HOME=/as/it/is");
  EXPECT_EQ(run(asks).out.text(), (home.path() / ".pyenv").string() + "\n/as/it/is\n\n/tmp/home\n");
}

TEST_F(SandboxTest, LoadsALibraryThatTheEnvironmentNamesIntoTheCommandOnly) {
  // bubblewrap runs outside.
  Command loads = command({"/bin/true"}, folder_.path());
  loads.environment.push_back("LD_PRELOAD=" + (folder_.path() / "gone.so").string());
  loads.environment.push_back("LD_DEBUG=libs");
  loads.environment.push_back("LD_DEBUG_OUTPUT=" + (folder_.path() / "trace").string());
  const Outcome outcome = run(loads);
  std::vector<std::string> traces;
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("trace.")) traces.push_back(name);
  }
  EXPECT_THAT(traces, ::testing::ElementsAre("trace.2")) << "only the command's own loader has traced";
}

}  // namespace
}  // namespace proctor::supervise
