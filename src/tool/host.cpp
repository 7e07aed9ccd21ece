#include "tool/host.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "base/environment.hpp"
#include "base/exception.hpp"
#include "base/text.hpp"
#include "output/envelope.hpp"
#include "output/token_budget.hpp"
#include "tool/arguments.hpp"
#include "tool/call.hpp"
#include "tool/journal.hpp"
#include "tool/log_page.hpp"
#include "command/masking.hpp"
#include "tool/permission.hpp"
#include "tool/registry.hpp"

namespace proctor::tool {
namespace {

namespace fs = std::filesystem;

policy::EnvironmentRules rules_of(const Config::Tools::Environment& config) {
  return {config.denylist, config.allow, config.set};
}

class LocalHost final : public Host {
 public:
  LocalHost(HostOptions options, supervise::Supervisor& supervisor)
      : options_(std::move(options)), supervisor_(supervisor), interrupted_(recover_journals()) {
    // One that isn't there stays as it is, and each call says so: nothing runs in another place instead.
    std::error_code error;
    fs::path& root = options_.project_root;
    if (root.empty()) root = ".";
    if (const fs::path real = fs::canonical(root, error); !error) root = real;
  }

  std::span<const ToolInfo> tools() const override { return registry(); }
  const ToolInfo* find(std::string_view name) const override { return find_tool(name); }

  CallResult call(std::string_view name, std::string_view arguments, const Caller& caller) noexcept override {
    CallResult result;
    try {
      result = dispatch(name, arguments, caller);
    } catch (const std::exception& error) {
      result = error_result(error_of(error));
    }
    try {
      if (caller.on_event) caller.on_event(Completed{result.ok});
    } catch (const std::exception&) {
      // The door's own trouble; the result stands.
    }
    return result;
  }

  bool cancel(const std::string& run) override { return running_.cancel(run); }

  Result<LogPage> read_log(const std::string& run, std::uint64_t offset, std::uint64_t limit) const override {
    const auto config = read_config();
    if (!config) return tl::unexpected(config.error());
    const policy::SecretMask mask(environment(*config).secrets);
    // The door over which a log is read makes no difference to who may read it.
    const auto shown = [&mask](std::string_view text) { return mask.mask(text); };
    if (auto refused = ask_configuration(*config, *find_tool("read_log"), options_.project_root, shown))
      return tl::unexpected(*std::move(refused));
    return read_page(
        run,
        {.offset = static_cast<std::int64_t>(std::min<std::uint64_t>(offset, INT64_MAX)), .limit = limit},
        mask);
  }

  std::string shown(std::string_view text) const override {
    const policy::SecretMask mask(environment(read_config().value_or(Config())).secrets);
    return policy::mask_shapes(mask.mask(text));
  }

  std::vector<std::string> interrupted() const override { return interrupted_; }

  Bounds bounds() const override {
    const auto config = read_config();
    if (!config) return {};
    return {config->tools.max_tool_args_bytes, config->tools.max_tool_calls_per_batch};
  }

 private:
  Result<Config> read_config() const {
    return load_config(options_.project_root, options_.config, options_.overrides);
  }

  policy::CleanEnvironment environment(const Config& config) const {
    return clean_environment(own_environment(), rules_of(config.tools.environment));
  }

  CallResult dispatch(std::string_view name, std::string_view text, const Caller& caller) {
    Turn turn;
    while (true) {
      CallResult result = go_through(name, text, caller, turn);
      if (!std::exchange(turn.again, false)) return result;
    }
  }

  CallResult go_through(std::string_view name, std::string_view text, const Caller& caller, Turn& turn) {
    // Read anew for each call, and when its turn comes late: what a person has just allowed or changed counts
    // at once.
    const auto config = read_config();
    const policy::CleanEnvironment clean = environment(config.value_or(Config()));
    const policy::SecretMask mask(clean.secrets);
    CallResult result =
        config ? answer(name, text, caller, *config, clean, mask, turn) : error_result(config.error());
    // Whatever it quotes, and wherever that came from: arguments, paths, settings, output. What only looks
    // like a secret stays in output, which may be test data; an error without any quotes the caller alone.
    const bool ran = result.envelope.contains("data");
    const policy::Mask hide = [&mask, ran](std::string_view told) {
      return ran ? mask.mask(told) : policy::mask_shapes(mask.mask(told));
    };
    command::mask_strings(result.envelope, hide);
    result.text = hide(result.text);
    const std::size_t budget = config.value_or(Config()).tools.answer.max_tokens;
    if (output::estimated_tokens(result.text) > budget)
      result.text = std::string(output::token_prefix(result.text, budget));
    return result;
  }

  CallResult answer(std::string_view name, std::string_view text, const Caller& caller, const Config& config,
                    const policy::CleanEnvironment& clean, const policy::SecretMask& mask, Turn& turn) {
    const ToolInfo* tool = find_tool(name);
    if (!tool) {
      json::array names;
      std::string listed;
      for (const ToolInfo& each : registry()) {
        listed += (names.empty() ? "" : ", ") + each.name;
        names.emplace_back(each.name);
      }
      // Masked before it is cut: a part of a secret can't be recognised.
      const std::string shown = policy::mask_shapes(mask.mask(name));
      return error_result(
          {ErrorCode::tool_unknown,
           fmt::format("There is no tool {}; there are {}.",
                       to_json_line(json::value(shown.substr(0, utf8_prefix(shown, 100)))), listed),
           {{"tools", std::move(names)}}});
    }
    const auto arguments = parse_arguments(text, config.tools.max_tool_args_bytes);
    if (!arguments) return error_result(arguments.error());
    const Call call{*tool,
                    config,
                    options_.project_root,
                    options_.config,
                    options_.overrides,
                    supervisor_,
                    running_,
                    journal_,
                    turn,
                    caller,
                    clean,
                    mask};
    if (tool->name == "Test") return call_test(call, *arguments);
    if (tool->name == "run_tests") return call_run_tests(call, *arguments);
    if (tool->name == "read_log") return call_read_log(call, *arguments);
    return call_cancel_run(call, *arguments);
  }

  HostOptions options_;
  supervise::Supervisor& supervisor_;
  RunningCalls running_{};
  Journal journal_{};
  std::vector<std::string> interrupted_;
};

}  // namespace

CallResult error_result(const Error& error) {
  return {.envelope = output::to_envelope({.report = std::nullopt, .error = error}),
          .text = fmt::format("{}: {}", info(error.code).name, error.message),
          .ok = false,
          .exit_code = info(error.code).exit_code};
}

std::unique_ptr<Host> make_host(HostOptions options, supervise::Supervisor& supervisor) {
  return std::make_unique<LocalHost>(std::move(options), supervisor);
}

}  // namespace proctor::tool
