#include "framework/placeholders.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/text.hpp"

namespace proctor::framework {
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
  const std::array<std::pair<std::string_view, std::string>, 10> known{
      {{"{root}", places.root.string()},
       {"{folder}", places.folder.string()},
       {"{private}", places.private_.string()},
       {"{prepared}", places.prepared.string()},
       {"{kept}", places.kept.string()},
       {"{origin}", places.origin},
       {"{seconds}", std::to_string(places.seconds)},
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

std::vector<std::string> command_environment(std::vector<std::string> environment,
                                             const Definition& definition, const Places& places,
                                             const Definition::Commands& commands) {
  const auto take_out = [&environment](const std::string& name) {
    std::erase_if(environment, [&](const std::string& entry) { return entry.starts_with(name + '='); });
  };
  const auto set = [&](const std::string& name, const std::string& value) {
    take_out(name);
    environment.push_back(name + '=' + value);
  };
  for (const std::string& name : definition.unset) take_out(name);
  for (const auto* variables : {&definition.set, &commands.set}) {
    for (const auto& [name, value] : *variables) set(name, fill({value}, places).front());
  }
  std::string tests;
  for (const std::string& test : places.tests) tests += (tests.empty() ? "" : "\n") + test;
  set("PROCTOR_ROOT", places.root.string());
  set("PROCTOR_FOLDER", places.folder.string());
  set("PROCTOR_PRIVATE", places.private_.string());
  set("PROCTOR_PREPARED", places.prepared.string());
  set("PROCTOR_SLUG", places.slug);
  set("PROCTOR_TESTS", tests);
  return environment;
}

}  // namespace proctor::framework
