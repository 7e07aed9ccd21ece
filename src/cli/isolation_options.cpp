#include "cli/isolation_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>

#include "base/text.hpp"

namespace proctor::cli {
namespace {

using Network = Config::Isolation::Network;

tl::unexpected<Error> bad(std::string_view option, std::string_view wanted, const std::string& given) {
  return tl::unexpected(
      Error{ErrorCode::invalid_request,
            fmt::format("{} must be {}, not {}", option, wanted, for_terminal(given.substr(0, 100))),
            {{"field", option}}});
}

// Reads one option into its field, if it was given.
template <typename T, typename Parse>
Result<void> read(std::string_view option, const std::string& given, std::string_view wanted, Parse parse,
                  std::optional<T>& field) {
  if (given.empty()) return {};
  field = parse(given);
  if (!field) return bad(option, wanted, given);
  return {};
}

// A number without a unit was meant to be larger.
std::optional<std::uint64_t> parse_memory(const std::string& text) {
  const auto size = parse_size(text);
  return size && *size >= kLeastMemory ? size : std::nullopt;
}

std::optional<std::uint64_t> parse_count(const std::string& text) {
  const bool digits = text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos;
  const std::uint64_t count = digits && !text.empty() ? std::stoull(text) : 0;
  return count > 0 ? std::optional(count) : std::nullopt;
}

std::optional<IsolationLevel> parse_level(const std::string& text) {
  for (const auto level : {IsolationLevel::none, IsolationLevel::process, IsolationLevel::sandbox}) {
    if (text == word(level)) return level;
  }
  return std::nullopt;
}

std::optional<Network> parse_network(const std::string& text) {
  if (text == "none") return Network::none;
  if (text == "host") return Network::host;
  return std::nullopt;
}

struct Option {
  const char* name;
  std::string IsolationOptions::*field;
  const char* what;
  const char* type;
};

constexpr std::array kOptions{
    Option{"--isolation", &IsolationOptions::isolation,
           "sandbox, process or none; by default sandbox for uploads, process for projects in place",
           "LEVEL"},
    Option{"--network", &IsolationOptions::network,
           "Of a sandbox: none, or host if your own configuration allows it", "NETWORK"},
    Option{"--cpu-time", &IsolationOptions::cpu_time, "CPU time of all processes together: 30s, 5m", "TIME"},
    Option{"--memory", &IsolationOptions::memory, "Memory of all processes together: 512M, 2G", "SIZE"},
    Option{"--pids", &IsolationOptions::pids, "Processes and threads at once", "N"},
    Option{"--open-files", &IsolationOptions::open_files, "Open files of each process", "N"},
    Option{"--disk", &IsolationOptions::disk,
           "What may be written to the workspace, and the size of a file: 1G", "SIZE"},
    Option{"--output-limit", &IsolationOptions::output_limit, "What may be printed: 64M", "SIZE"},
};

}  // namespace

void add_isolation_options(CLI::App& command, IsolationOptions& options) {
  for (const Option& option : kOptions) {
    command.add_option(option.name, options.*option.field, option.what)
        ->type_name(option.type)
        ->group("Isolation and limits");
  }
}

Result<Overrides> overrides_from(const IsolationOptions& options) {
  constexpr std::string_view kTime = "a time such as 30s, 5m or 500ms";
  constexpr std::string_view kSize = "a size such as 64M or 1G";
  constexpr std::string_view kCount = "a number from 1 to 999999999";
  Overrides overrides;
  const auto duration = [](const std::string& text) { return parse_duration(text); };
  const auto size = [](const std::string& text) { return parse_size(text); };
  Result<void> checked =
      read("--isolation", options.isolation, "sandbox, process or none", parse_level, overrides.level);
  if (checked) checked = read("--network", options.network, "none or host", parse_network, overrides.network);
  if (checked) checked = read("--cpu-time", options.cpu_time, kTime, duration, overrides.cpu_time);
  if (checked)
    checked = read("--memory", options.memory, "a size of at least 1M, such as 512M or 2G", parse_memory,
                   overrides.memory);
  if (checked) checked = read("--pids", options.pids, kCount, parse_count, overrides.pids);
  if (checked) checked = read("--open-files", options.open_files, kCount, parse_count, overrides.open_files);
  if (checked) checked = read("--disk", options.disk, kSize, size, overrides.disk);
  if (checked) checked = read("--output-limit", options.output_limit, kSize, size, overrides.output_limit);
  if (checked) checked = read("--timeout", options.timeout, kTime, duration, overrides.timeout);
  if (!checked) return tl::unexpected(checked.error());
  return overrides;
}

std::vector<std::string> words_of(const IsolationOptions& options) {
  std::vector<std::string> words;
  for (const Option& option : kOptions) {
    if (const std::string& given = options.*option.field; !given.empty())
      words.insert(words.end(), {option.name, given});
  }
  return words;
}

}  // namespace proctor::cli
