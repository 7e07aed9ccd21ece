#include "framework/placeholders.hpp"

#include <array>
#include <cctype>
#include <utility>

namespace proctor::framework {
namespace {

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

}  // namespace

std::string snake_case(std::string_view slug) {
  std::string name(slug);
  replace_all(name, "-", "_");
  return name;
}

std::string pascal_case(std::string_view slug) {
  std::string name;
  bool upper = true;
  for (const char c : slug) {
    if (c == '-' || c == '_') {
      upper = true;
      continue;
    }
    name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return name;
}

std::string fill_slug(std::string_view text, std::string_view slug) {
  std::string filled(text);
  replace_all(filled, "{slug}", slug);
  replace_all(filled, "{snake}", snake_case(slug));
  replace_all(filled, "{pascal}", pascal_case(slug));
  return filled;
}

std::vector<std::string> fill(const std::vector<std::string>& command, const Places& places) {
  const std::array<std::pair<std::string_view, std::string>, 4> known{
      {{"{root}", places.root.string()},
       {"{folder}", places.folder.string()},
       {"{private}", places.private_.string()},
       {"{prepared}", places.prepared.string()}}};
  std::vector<std::string> argv;
  for (const std::string& word : command) {
    if (word == "{tests}") {
      argv.insert(argv.end(), places.tests.begin(), places.tests.end());
      continue;
    }
    std::string filled = fill_slug(word, places.slug);
    for (const auto& [name, value] : known) replace_all(filled, name, value);
    argv.push_back(std::move(filled));
  }
  return argv;
}

std::vector<std::string> variables(const Places& places) {
  std::string tests;
  for (const std::string& test : places.tests) tests += (tests.empty() ? "" : "\n") + test;
  return {"PROCTOR_ROOT=" + places.root.string(),
          "PROCTOR_FOLDER=" + places.folder.string(),
          "PROCTOR_PRIVATE=" + places.private_.string(),
          "PROCTOR_PREPARED=" + places.prepared.string(),
          "PROCTOR_SLUG=" + places.slug,
          "PROCTOR_TESTS=" + tests};
}

}  // namespace proctor::framework
