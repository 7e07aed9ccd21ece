#include "framework/forge_errors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "format/solc_text.hpp"

namespace proctor::framework {
namespace {

constexpr std::size_t kLongestMessage = 4000;
constexpr int kMostLines = 10;
constexpr int kUsageError = 2;  // clap's exit code

bool has(std::string_view text, std::string_view words) {
  return text.find(words) != std::string_view::npos;
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::any_of(list.begin(), list.end(), [text](std::string_view words) { return has(text, words); });
}

// From the first line that begins with "error" on, without clap's usage lines.
std::string own_words(std::string_view err) {
  std::string message;
  bool began = false;
  int lines = 0;
  for (const std::string_view line : split_lines(err)) {
    began = began || line.starts_with("error") || line.starts_with("Error");
    if (!began) continue;
    if (line.starts_with("Usage: ") || line.starts_with("For more information")) break;
    if (++lines > kMostLines || message.size() + line.size() > kLongestMessage) {
      message += "…";
      break;
    }
    message.append(line).append("\n");
  }
  if (message.empty()) message = std::string(err.substr(0, utf8_prefix(err, kLongestMessage)));
  message = std::string(trim(message));
  for (const std::string_view prefix : {"Error: ", "error: "}) {
    if (message.starts_with(prefix)) message.erase(0, prefix.size());
  }
  return message;
}

std::string compile_message(const std::vector<Diagnostic>& diagnostics, std::string_view out,
                            std::string_view err) {
  const auto is_error = [](const Diagnostic& d) { return d.severity == "error"; };
  const auto errors = std::count_if(diagnostics.begin(), diagnostics.end(), is_error);
  const auto first = std::find_if(diagnostics.begin(), diagnostics.end(), is_error);
  if (first == diagnostics.end())
    return fmt::format("The sources don't compile: {}", own_words(has(err, "Error") ? err : out));
  std::string place = first->file;
  if (first->line) place += fmt::format(":{}", *first->line);
  const std::string more = errors > 1 ? fmt::format(" ({} errors in all)", errors) : "";
  return fmt::format("The sources don't compile: {}{}{}{}", place, place.empty() ? "" : ": ", first->message,
                     more);
}

}  // namespace

std::optional<Error> forge_failure(std::string_view out, std::string_view err,
                                   const std::vector<Diagnostic>& diagnostics, int exit_code) {
  if (has_any(err, {"can't install missing solc", "Failed to install solc", "No solc version installed",
                    "failed to find solc", "solc is not installed", "No such file or directory: solc",
                    "Could not find solc"}) ||
      (has(err, "`solc` ") && has(err, " does not exist"))) {
    return Error{
        ErrorCode::tool_not_found,
        fmt::format("forge lacks a compiler: {}. Put it at ~/.svm/VERSION/solc-VERSION or into the box's "
                    "svm/, or set "
                    "[forge] solc in proctor.toml; `proctor doctor` lists the versions that are there.",
                    own_words(err)),
        {{"tool", "solc"}}};
  }
  if (has_any(err, {"Compiler run failed", "Compilation failed"}) || has(out, "Compiler run failed") ||
      has_any(err, {"failed to resolve file", "Encountered invalid solc version", "No compiler versions",
                    "incompatible versions", "Found incompatible versions", "failed to resolve"})) {
    return Error{ErrorCode::test_compile_failed, compile_message(diagnostics, out, err)};
  }
  if (exit_code == kUsageError ||
      has_any(err, {"foundry.toml error", "failed to extract foundry config", "Unknown evm version",
                    "unknown evm version", "Invalid inline config", "invalid inline config",
                    "failed to parse inline", "Inline config error", "inline config"})) {
    return Error{ErrorCode::test_config_invalid,
                 fmt::format("forge doesn't take the configuration: {}", own_words(err))};
  }
  if (has_any(err, {"Could not resolve host", "error sending request", "dns error", "Connection refused",
                    "could not instantiate forked"})) {
    return Error{ErrorCode::test_forge_failed, fmt::format("forge needed the network: {}", own_words(err))};
  }
  if (exit_code != 0 && !trim(err).empty()) {
    return Error{ErrorCode::test_forge_failed,
                 fmt::format("forge failed with exit code {}: {}", exit_code, own_words(err))};
  }
  return std::nullopt;
}

std::vector<Diagnostic> forge_diagnostics(std::string_view err) {
  std::vector<Diagnostic> diagnostics = format::read_solc_text(err);
  std::erase_if(diagnostics, [](const Diagnostic& d) { return d.file.empty() && d.code.empty(); });
  return diagnostics;
}

std::vector<std::string> forge_warnings(std::string_view err) {
  constexpr std::string_view kWarning = "Warning: ";
  std::vector<std::string> warnings;
  bool continues = false;
  for (const std::string_view line : split_lines(err)) {
    if (line.starts_with(kWarning)) {
      warnings.emplace_back(line.substr(kWarning.size()));
      continues = true;
    } else if (continues && !trim(line).empty() && !line.starts_with("Error") && !line.starts_with('{')) {
      warnings.back().append(" ").append(trim(line));
    } else {
      continues = false;
    }
  }
  for (std::string& warning : warnings) warning = std::string(trim(warning));
  return warnings;
}

}  // namespace proctor::framework
