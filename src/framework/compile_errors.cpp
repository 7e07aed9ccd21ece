#include "framework/compile_errors.hpp"

#include <re2/re2.h>

#include <string>

#include "base/text.hpp"

namespace proctor::framework {
namespace {

constexpr std::size_t kMostErrors = 1'000;

std::string below(const std::string& file, const std::filesystem::path& root) {
  const std::string begin = root.string() + '/';
  if (file.starts_with(begin)) return file.substr(begin.size());
  return file.starts_with("./") ? file.substr(2) : file;
}

// "        ^": where javac points to.
std::optional<int> caret_in(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string_view::npos || at > 10'000 || trim(line) != "^") return std::nullopt;
  return static_cast<int>(at) + 1;
}

}  // namespace

std::vector<Diagnostic> compile_errors(std::string_view printed, const std::filesystem::path& root) {
  static const RE2 pattern(
      R"((?:e: (?:file://)?|\*\* \(\w*Error\) )?([^\s:][^:\n]*):(\d{1,9})(?::(\d{1,9}))?:? (?:(?:fatal )?(error): )?(.*))");
  static const RE2 marked(R"((?:e: |\*\* \(\w*Error\) ).*|[^\s:][^:\n]*:\d+(?::\d+)?: (?:fatal )?error: .*)");
  std::vector<Diagnostic> errors;
  bool open = false;
  for (const std::string_view line : split_lines(printed)) {
    Diagnostic error;
    std::string line_number, column, word;
    if (RE2::FullMatch(line, marked) &&
        RE2::FullMatch(line, pattern, &error.file, &line_number, &column, &word, &error.message)) {
      if (errors.size() >= kMostErrors) break;
      error.severity = "error";
      error.file = below(error.file, root);
      error.line = std::stoi(line_number);
      if (!column.empty()) error.column = std::stoi(column);
      error.text = line;
      errors.push_back(std::move(error));
      open = true;
    } else if (trim(line).empty()) {
      open = false;
    } else if (open) {
      Diagnostic& last = errors.back();
      last.text += '\n' + std::string(line);
      if (!last.column) last.column = caret_in(line);
    }
  }
  return errors;
}

}  // namespace proctor::framework
