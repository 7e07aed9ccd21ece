// A Host for tests: the real tools, but a call of Test only plays what its command says, without a process.
//
// The command is steps joined by "; ": `echo WORDS`, `sleep SECONDS`, `exit CODE`, and, which a shell
// wouldn't know, `wait N` (calls that are ahead), `step WORDS` and `hold` (until `released`). The names are a
// shell's, so that the same command does the same in the real host.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "policy/secrets.hpp"
#include "tool/host.hpp"
#include "tool/registry.hpp"

namespace proctor::mcp {

class FakeHost : public tool::Host {
 public:
  bool asks = false;  ///< each call of Test needs a person's yes
  std::vector<std::string> left_unfinished{};
  Bounds chosen_bounds{};
  std::atomic<int> going_on = 0;
  std::atomic<bool> released = false;  ///< what `hold` waits for

  std::span<const tool::ToolInfo> tools() const override { return tool::registry(); }
  const tool::ToolInfo* find(std::string_view name) const override { return tool::find_tool(name); }
  bool cancel(const std::string&) override { return false; }
  std::vector<std::string> interrupted() const override { return left_unfinished; }
  std::string shown(std::string_view text) const override {
    return policy::mask_shapes(policy::SecretMask({"hush-hush-hush"}).mask(text));
  }
  Bounds bounds() const override { return chosen_bounds; }

  tool::CallResult call(std::string_view name, std::string_view arguments,
                        const tool::Caller& caller) noexcept override {
    ++going_on;
    tool::CallResult result;
    // As the real one: events come from another thread than the caller's.
    std::thread([&] { result = play(name, arguments, caller); }).join();
    if (caller.on_event) caller.on_event(tool::Completed{result.ok});
    --going_on;
    return result;
  }

  Result<tool::LogPage> read_log(const std::string& run, std::uint64_t offset,
                                 std::uint64_t limit) const override {
    const std::lock_guard lock(mutex_);
    const auto found = logs_.find(run);
    if (found == logs_.end()) return fail(ErrorCode::invalid_request, "there is no run " + run);
    const std::string& log = found->second;
    const std::uint64_t begin = std::min<std::uint64_t>(offset, log.size());
    const std::uint64_t count = std::min<std::uint64_t>(limit, log.size() - begin);
    return tool::LogPage{.text = log.substr(begin, count),
                         .offset = begin,
                         .next_offset = begin + count,
                         .total_bytes = log.size()};
  }

  Result<tool::LogPage> read_answer(const std::string& run, std::uint64_t, std::uint64_t) const override {
    return fail(ErrorCode::invalid_request, "there is no answer of " + run);
  }

 private:
  struct Played {
    std::string output{};
    int exit_code = 0;
    bool cancelled = false;
  };

  tool::CallResult play(std::string_view name, std::string_view arguments, const tool::Caller& caller) {
    const auto parsed = parse_json(arguments.empty() ? "{}" : arguments);
    if (!parsed || !parsed->is_object()) {
      return refused(ErrorCode::invalid_request, "the arguments must be an object");
    }
    for (const auto& member : parsed->get_object()) {
      if (member.key() != "command" || !member.value().is_string()) {
        return refused(ErrorCode::invalid_request,
                       fmt::format("unknown field {}", std::string(member.key())));
      }
    }
    const json::value* const given = parsed->get_object().if_contains("command");
    const std::string command = given == nullptr ? "echo hello" : std::string(given->get_string());
    if (asks && name == "Test") {
      const policy::Question question{.id = "p1",
                                      .fingerprint = fmt::format("{}", std::hash<std::string>()(command)),
                                      .tool = std::string(name),
                                      .summary = "Run a command",
                                      .command = command,
                                      .workdir = "/project"};
      const auto reply = caller.ask ? caller.ask(question) : policy::Reply::later;
      if (reply == policy::Reply::later) {
        return refused(ErrorCode::approval_required, "a person has to allow this: proctor approve p1");
      }
      if (reply != policy::Reply::yes && reply != policy::Reply::always)
        return refused(ErrorCode::approval_denied, "denied");
    }
    return ran(command, caller);
  }

  static tool::CallResult refused(ErrorCode code, const std::string& message) {
    return {.envelope = {{"ok", false},
                         {"error",
                          {{"code", info(code).name}, {"message", message}, {"retry", info(code).retry}}}},
            .text = message};
  }

  tool::CallResult ran(const std::string& command, const tool::Caller& caller) {
    const std::string run = fmt::format("run-{}", ++last_run_);
    const auto tell = [&](const tool::CallEvent& event) {
      if (caller.on_event) caller.on_event(event);
    };
    Played played;
    std::string_view rest = command;
    bool started = false;
    while (!rest.empty() && !played.cancelled) {
      const std::string_view step = rest.substr(0, rest.find("; "));
      rest.remove_prefix(std::min(rest.size(), step.size() + 2));
      const std::string words(step.substr(std::min(step.size(), step.find(' ') + 1)));
      if (step.starts_with("wait ")) {
        tell(tool::Waiting{std::strtoul(words.c_str(), nullptr, 10)});
        continue;
      }
      if (!std::exchange(started, true)) tell(tool::Started{run, command, "/project"});
      if (step.starts_with("echo ")) {
        played.output += words + "\n";
        tell(tool::Chunk{Stream::out, words + "\n"});
      } else if (step.starts_with("step ")) {
        tell(tool::Step{words});
      } else if (step.starts_with("sleep ")) {
        played.cancelled = !slept(std::strtod(words.c_str(), nullptr), caller.stop);
      } else if (step == "hold") {
        while (!released && slept(0.005, caller.stop)) continue;
        played.cancelled = caller.stop.stop_requested();
      } else if (step.starts_with("exit ")) {
        played.exit_code = std::atoi(words.c_str());
        break;
      }
    }
    played.cancelled = played.cancelled || caller.stop.stop_requested();
    const std::lock_guard lock(mutex_);
    logs_[run] = played.output;
    return answer(command, run, played);
  }

  static bool slept(double seconds, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait_for(lock, stop, std::chrono::duration<double>(seconds), [] { return false; });
    return !stop.stop_requested();
  }

  static tool::CallResult answer(const std::string& command, const std::string& run, const Played& played) {
    const bool ok = !played.cancelled && played.exit_code == 0;
    json::object data{{"termination", played.cancelled ? "cancelled" : "exited"},
                      {"timed_out", false},
                      {"duration_ms", 1},
                      {"command", command},
                      {"workdir", "/project"},
                      {"output", played.output},
                      {"output_bytes", played.output.size()},
                      {"truncated", false},
                      {"run", run},
                      {"log", "/logs/" + run},
                      {"stripped_env", json::array()},
                      {"isolation", {{"level", "process"}, {"network", "host"}, {"limits", json::object()}}},
                      {"left_behind", json::array()},
                      {"usage", {{"wall_ms", 1}, {"user_cpu_ms", 0}, {"system_cpu_ms", 0}}}};
    if (!played.cancelled) data["exit_code"] = played.exit_code;
    json::object envelope{{"ok", ok}, {"data", std::move(data)}};
    const auto code = played.cancelled ? ErrorCode::test_cancelled : ErrorCode::command_failed;
    if (!ok) {
      envelope["error"] = {
          {"code", info(code).name}, {"message", "it didn't pass"}, {"retry", info(code).retry}};
    }
    return {.envelope = std::move(envelope),
            .text = (ok ? "passed\n" : "did not pass\n") + played.output,
            .run = run,
            .log = "/logs/" + run,
            .ok = ok,
            .exit_code = ok ? 0 : 1};
  }

  mutable std::mutex mutex_{};
  std::map<std::string, std::string> logs_{};
  std::atomic<int> last_run_ = 0;
};

}  // namespace proctor::mcp
