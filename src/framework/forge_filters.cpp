#include "framework/forge_filters.hpp"

#include <fmt/format.h>

namespace proctor::framework {
namespace {

// Without `!`, which is itself but in brackets, where it would mean "none of these".
constexpr std::string_view kGlobSpecial = "*?[]{}\\,";
constexpr std::string_view kRegexSpecial = "\\.+*?()|[]{}^$";

std::string alternatives(const std::set<std::string>& names) {
  std::string regex;
  for (const std::string& name : names) {
    if (!regex.empty()) regex += '|';
    regex += exact_regex(name);
  }
  return regex;
}

}  // namespace

std::string exact_glob(std::string_view path) {
  std::string glob;
  for (const char c : path) {
    if (kGlobSpecial.find(c) != std::string_view::npos) {
      glob.append("[").append(1, c).append("]");
    } else {
      glob += c;
    }
  }
  return glob;
}

std::string exact_globs(const std::set<std::string>& paths) {
  if (paths.size() == 1) return exact_glob(*paths.begin());
  std::string globs;
  for (const std::string& path : paths) {
    if (!globs.empty()) globs += ',';
    globs += exact_glob(path);
  }
  return fmt::format("{{{}}}", globs);
}

std::string exact_regex(std::string_view text) {
  std::string regex;
  for (const char c : text) {
    if (kRegexSpecial.find(c) != std::string_view::npos) regex += '\\';
    regex += c;
  }
  return regex;
}

std::string contract_filter(const std::set<std::string>& names) {
  return fmt::format("^({})$", alternatives(names));
}

std::string test_filter(const std::set<std::string>& names) {
  std::string regex;
  for (const std::string& name : names) {
    regex += fmt::format("{}^{}{}", regex.empty() ? "" : "|", exact_regex(name),
                         name.ends_with(')') ? "$" : "\\(");
  }
  return regex;
}

std::string any_of_globs(const std::vector<std::string>& globs) {
  if (globs.size() == 1) return globs.front();
  return fmt::format("{{{}}}", fmt::join(globs, ","));
}

}  // namespace proctor::framework
