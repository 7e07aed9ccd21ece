#include "framework/framework_ids.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace proctor::framework {
namespace {

constexpr std::string_view kOfText = "::";
constexpr std::size_t kMostParts = 16;

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t at = text.find(kOfText); at != std::string_view::npos && parts.size() + 1 < kMostParts;
       at = text.find(kOfText)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + kOfText.size());
  }
  parts.emplace_back(text);
  return parts;
}

std::string joined(const std::vector<std::string>& parts, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i) text += (i == from ? "" : std::string(kOfText)) + parts[i];
  return text;
}

}  // namespace

std::vector<std::string> ids_of(const TestId& test, std::string_view separator,
                                const std::filesystem::path& root) {
  std::vector<std::string> ids;
  const auto add = [&](const std::string& file, const std::string& suite, const std::string& name) {
    std::string id = suite;
    if (!suite.empty() && !name.empty()) id += separator;
    id += name;
    std::string with_file = file;
    with_file.append(separator).append(id);
    for (const std::string& one : {id, with_file}) {
      if (!one.empty() && std::find(ids.begin(), ids.end(), one) == ids.end()) ids.push_back(one);
    }
  };
  add(test.file, test.suite, test.name);
  if (is_whole(test) && !test.file.empty()) ids.push_back(test.file);
  // Names with "::" in them were cut in the wrong places: the file is the first part that is one.
  std::string text = to_text(test);
  if (test.name.empty()) text.resize(text.size() - kOfText.size());
  const std::vector<std::string> parts = parts_of(text);
  std::error_code error;
  for (std::size_t file = 1; file < parts.size(); ++file) {
    const std::string path = joined(parts, 0, file);
    if (!std::filesystem::is_regular_file(root / path, error)) continue;
    for (std::size_t name = file; name < parts.size(); ++name)
      add(path, joined(parts, file, name), joined(parts, name, parts.size()));
    break;
  }
  return ids;
}

std::pair<std::string, bool> called(const TestId& test, const std::filesystem::path& root) {
  std::string text = to_text(test);
  std::string known = text;
  replace_all(known, " › ", kOfText);
  std::string file;
  for (const std::string& part : parts_of(known)) {
    file += (file.empty() ? "" : std::string(kOfText)) + part;
    std::error_code error;
    if (!file.empty() && std::filesystem::is_regular_file(root / file, error)) return {std::move(text), true};
  }
  return {std::move(text), false};
}

}  // namespace proctor::framework
