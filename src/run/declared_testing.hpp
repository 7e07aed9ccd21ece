// What the tests of whole runs have in common: a framework that is made up, whose reporter is a shell script.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "run/run.hpp"
#include "workspace/workspace.hpp"

namespace proctor {

// `t ID COMMAND` is a test: it passes if the command, which runs in the reporter's own shell, succeeds. bash
// can't connect to a socket, so a process beside it carries its lines there, and the answers back.
inline constexpr const char* kReporter = R"sh(
read -r nonce path <<<"$PROCTOR_CHANNEL"
unset PROCTOR_CHANNEL
coproc LINE { exec python3 -SEc '
import socket, sys, threading
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
def carry_answers():
    for answer in line.makefile("rb", 0):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
threading.Thread(target=carry_answers, daemon=True).start()
for words in sys.stdin.buffer:
    line.sendall(words)
' "$path" 2>/dev/null; }
exec 7<&"${LINE[0]}" 8>&"${LINE[1]}"
eval "exec ${LINE[0]}<&- ${LINE[1]}>&-"
say() { printf '{"nonce":"%s","pid":7,%s\n' "$nonce" "${1#?}" >&8; IFS= read -r answer <&7; }
say '{"event":"hello"}'
# How many runs there were before: this directory is left as it is between them.
before=$(cat "$HOME/runs" 2>/dev/null || echo 0)
echo $((before + 1)) >"$HOME/runs"
failed=0
begin() { say "{\"event\":\"ask\",\"id\":\"$1\"}"; [[ $answer == run ]]; }
finish() { say "{\"event\":\"finish\",\"id\":\"$1\",\"status\":\"$2\",\"message\":\"${3:-}\"}"; }
t() {
  begin "$1" || return 0
  if eval "$2"; then finish "$1" pass; else failed=1; finish "$1" fail "it failed"; fi
}
end() { say '{"event":"end"}'; exit $failed; }
)sh";

class DeclaredRun : public testing::Test {
 protected:
  DeclaredRun() {
    std::string name = (temporary_dir() / "proctor-declared-XXXXXX").string();
    dir_ = std::filesystem::canonical(mkdtemp(name.data()));
    for (const char* variable : {"XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"})
      setenv(variable, dir_.c_str(), 1);
    std::filesystem::create_directories(dir_ / "submission");
    std::filesystem::create_directories(dir_ / "folder");
    definition_.name = "squeak";
    definition_.title = "Squeak";
    definition_.format = "proctor-events";
    definition_.tool = "bash";
    definition_.folder = dir_ / "folder";
    definition_.exercise.track = "squeak";
    definition_.exercise.commands.command = {"bash", "{folder}/reporter.sh"};
    definition_.run.command = definition_.exercise.commands.command;
    config_.limits.timeout = std::chrono::milliseconds(20'000);
    config_.limits.grace = std::chrono::milliseconds(100);
  }
  ~DeclaredRun() override {
    for (const char* variable : {"XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"}) unsetenv(variable);
    remove_tree(dir_);
  }

  void put(const std::string& path, const std::string& content) {
    ASSERT_TRUE(write_file(dir_ / path, content, 0700));
  }

  /// As a submission, whose reporter is the usual beginning and then this.
  Answer run(const std::string& script) {
    put("folder/reporter.sh", kReporter + script);
    auto workspace = Workspace::from_copy(dir_ / "submission", {});
    EXPECT_TRUE(workspace);
    Job job{std::move(*workspace), definition_, framework::Exercise{"squeak-it", {"a.squeak"}}};
    Request request;
    request.sources.emplace();
    return run_tests(job, request, {.config = config_, .supervisor = supervisor_});
  }
  /// As a project in place.
  Answer run_project(const std::string& script, Request request = {}) {
    put("folder/reporter.sh", kReporter + script);
    request.project_root = (dir_ / "submission").string();
    Job job{*Workspace::in_place(dir_ / "submission"), definition_, std::nullopt};
    return run_tests(job, request, {.config = config_, .supervisor = supervisor_});
  }

  static std::string code(const Answer& answer) {
    return answer.error ? std::string(info(answer.error->code).name) : "pass";
  }
  static std::vector<Case> cases(const Answer& answer) {
    std::vector<Case> all;
    if (!answer.report) return all;
    for (const Suite& suite : answer.report.value().suites)
      all.insert(all.end(), suite.cases.begin(), suite.cases.end());
    std::stable_sort(all.begin(), all.end(), [](const Case& a, const Case& b) { return a.order < b.order; });
    return all;
  }
  static std::vector<std::string> results(const Answer& answer) {
    std::vector<std::string> list;
    for (const Case& test : cases(answer)) list.push_back(test.id + ' ' + word(test.status));
    return list;
  }
  static std::vector<std::string> not_run(const Answer& answer) {
    std::vector<std::string> list;
    if (!answer.report) return list;
    for (const NotRun& test : answer.report.value().not_run) list.push_back(test.name);
    return list;
  }
  static std::string reason(const Answer& answer, const std::string& id) {
    for (const Case& test : cases(answer)) {
      if (test.id == id) return test.reason.value_or("");
    }
    return "(no such test)";
  }
  static std::size_t runs(const Answer& answer) {
    return answer.report ? answer.report->run.phases.size() : 0;
  }

  std::filesystem::path dir_;
  framework::Definition definition_{};
  Config config_{};
  supervise::Supervisor supervisor_{};
};

}  // namespace proctor
