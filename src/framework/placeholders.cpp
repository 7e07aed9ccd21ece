#include "framework/placeholders.hpp"

#include <algorithm>
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
  const std::array<std::pair<std::string_view, std::string>, 7> known{
      {{"{root}", places.root.string()},
       {"{folder}", places.folder.string()},
       {"{private}", places.private_.string()},
       {"{prepared}", places.prepared.string()},
       {"{slug}", places.slug},
       {"{snake}", snake_case(places.slug)},
       {"{pascal}", pascal_case(places.slug)}}};
  // One pass from left to right: a directory may have any name, and what was filled in isn't read again.
  const auto filled = [&known](std::string_view word) {
    std::string text;
    while (!word.empty()) {
      const auto found = std::find_if(known.begin(), known.end(),
                                      [word](const auto& one) { return word.starts_with(one.first); });
      if (found != known.end()) {
        text += found->second;
        word.remove_prefix(found->first.size());
      } else {
        text += word.front();
        word.remove_prefix(1);
      }
    }
    return text;
  };
  std::vector<std::string> argv;
  for (const std::string& word : command) {
    if (word == "{tests}") {
      argv.insert(argv.end(), places.tests.begin(), places.tests.end());
    } else {
      argv.push_back(filled(word));
    }
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
