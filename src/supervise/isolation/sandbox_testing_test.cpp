// The other half of sandbox_testing.hpp.
#include <fmt/format.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

constexpr uid_t kNobody = 65534;

std::string all_text(const Outcome& outcome) {
  if (outcome.termination.kind != Kind::exited)
    return fmt::format("{}: {}\n", word(outcome.termination.kind), outcome.termination.evidence);
  return outcome.out.text() + outcome.err.text();
}

}  // namespace

SandboxTest::SandboxTest() {
  options_.isolation = IsolationLevel::sandbox;
  options_.writable = {folder_.path()};
}

std::string SandboxTest::says(const std::string& script) {
  return all_text(run(shell(script, folder_.path())));
}

void SandboxTestAsBoth::SetUp() {
  if (!as_user()) return;
  if (geteuid() != 0) GTEST_SKIP() << "an ordinary user already";
  ASSERT_EQ(chown(folder_.path().c_str(), kNobody, kNobody), 0);
}

std::string SandboxTestAsBoth::says(const std::string& script) {
  if (!as_user()) return SandboxTest::says(script);
  return as_nobody([&] {
    Supervisor supervisor;
    return all_text(supervisor.run(shell(script, folder_.path()), {}, {}, options_));
  });
}

std::string name_of_both(const ::testing::TestParamInfo<bool>& info) {
  return info.param ? "AsOrdinaryUser" : "AsTheTester";
}

std::string as_nobody(const std::function<std::string()>& action) {
  return in_child([&action]() -> std::string {
    const bool changed = setgroups(0, nullptr) == 0 && setgid(kNobody) == 0 && setuid(kNobody) == 0;
    prctl(PR_SET_DUMPABLE, 1);  // as for a program that this user has started
    setenv("HOME", "/nonexistent", 1);
    return changed ? action() : "can't become nobody";
  });
}

StartedChild start_child(const std::function<std::string()>& action) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const std::string text = action();
    const bool written = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  return {child, ends[0]};
}

std::string what_told(const StartedChild& child) {
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t count = 0; (count = read(child.told, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  close(child.told);
  int status = 0;
  EXPECT_EQ(waitpid(child.pid, &status, 0), child.pid);
  EXPECT_EQ(status, 0);
  return text;
}

std::string in_child(const std::function<std::string()>& action) {
  return what_told(start_child(action));
}

std::string probe_in(const TestFolder& folder) {
  const std::filesystem::path copy = folder.path() / "probe";
  std::filesystem::copy_file(PROCTOR_PROBE_FILE, copy, std::filesystem::copy_options::overwrite_existing);
  return copy.string();
}

}  // namespace proctor::supervise
