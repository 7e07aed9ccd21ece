#include "request/called.hpp"

#include "base/text.hpp"

namespace proctor {
namespace {

constexpr char kBetween = '\x1f';  // printable() leaves none in a name

bool ends_a_name(std::string_view path, std::size_t at) {
  return at == path.size() || path[at] == kBetween || path[at] == '[' || path[at] == '(';
}

}  // namespace

std::string name_path(std::string_view text, std::string_view separator) {
  std::string path = printable(text);
  const std::string between(1, kBetween);
  for (const std::string_view one : {std::string_view(" › "), std::string_view("::"), separator})
    replace_all(path, one, between);
  while (path.ends_with(kBetween)) path.pop_back();
  return path;
}

std::string name_path(const TestId& test, std::string_view separator) {
  return name_path(to_text(test), separator);
}

std::string last_name(std::string_view text) {
  const std::string path = name_path(text);
  return path.substr(path.rfind(kBetween) + 1);
}

bool begins_as_called(std::string_view asked, std::string_view path) {
  return !asked.empty() && path.starts_with(asked) && ends_a_name(path, asked.size());
}

bool is_called(std::string_view asked, std::string_view path) {
  // An agent's answer has a dot between a suite and a test.
  std::vector<std::string> meant{std::string(asked)};
  for (std::size_t dot = asked.find('.'); dot != std::string_view::npos; dot = asked.find('.', dot + 1))
    meant.emplace_back(asked).at(dot) = kBetween;
  while (true) {
    for (const std::string& one : meant)
      if (begins_as_called(one, path)) return true;
    const std::size_t next = path.find(kBetween);
    if (next == std::string_view::npos) return false;
    path.remove_prefix(next + 1);
  }
}

}  // namespace proctor
