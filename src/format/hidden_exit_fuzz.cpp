// Whatever a command is (its first line, in which \x01 stands for a newline) and prints: no crash, what is
// named is short, and only a command with a runner in it hides one.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "format/hidden_exit.hpp"
#include "format/shell_steps.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLongest = 100;
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::string command = text.substr(0, text.find('\n'));
  std::string_view output = std::string_view(text).substr(command.size());
  std::replace(command.begin(), command.end(), '\x01', '\n');

  const auto steps = proctor::format::shell_steps(command);
  const auto hidden = proctor::format::hidden_exits(command);
  if (!steps && !hidden.empty()) std::abort();
  for (const auto& step : steps.value_or(std::vector<proctor::format::ShellStep>())) {
    if (step.words.empty()) std::abort();
  }
  for (const auto& exit : hidden) {
    if (exit.runner.empty() || exit.runner.size() > kLongest || exit.by.size() > kLongest) std::abort();
  }
  proctor::format::HiddenExitWatch watch(command);
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    watch.line(line);
    output.remove_prefix(std::min(line.size() + 1, output.size()));
  }
  const auto seen = watch.finish(false, false);
  if (hidden.empty() && !(seen.failure_line.empty() && seen.untold.empty())) std::abort();
  return 0;
}
