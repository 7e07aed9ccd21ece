#include "framework/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "request/called.hpp"

namespace proctor::framework {
namespace {

constexpr std::size_t kLongestWord = 120'000;  // the kernel takes 128 KiB
constexpr std::size_t kMostWords = 1'000'000;  // bytes of all of them

std::string escaped(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::string_view(R"(\^$.|?*+()[]{})").find(c) != std::string_view::npos) pattern += '\\';
    if (byte < 0x20)
      pattern += fmt::format("\\x{:02x}", byte);  // no argument holds a NUL
    else
      pattern += c;
  }
  return pattern;
}

std::string without_file(const TestId& test) {
  if (test.suite.empty()) return test.name;
  return test.name.empty() ? test.suite : test.suite + "::" + test.name;
}

// As it is typed, whether it is a suite or a test.
std::string text_of(const TestId& asked) {
  std::string text = to_text(asked);
  if (asked.name.empty()) text.resize(text.size() - 2);
  return text;
}

// One word of `each` for a test; nothing if what it needs isn't known.
std::optional<std::string> filled(std::string_view word, const format::TestEvent& test,
                                  const Definition::Naming& naming, std::string_view separator) {
  const std::string& name = test.name.empty() ? test.id : test.name;
  const std::string outermost = separator.empty() ? name : name.substr(0, name.find(separator));
  const std::pair<std::string_view, std::string_view> known[] = {{"{id}", test.id},
                                                                 {"{name}", name},
                                                                 {"{test}", outermost},
                                                                 {"{suite}", test.suite},
                                                                 {"{file}", test.file}};
  std::string text;
  while (!word.empty()) {
    const auto* found = std::find_if(std::begin(known), std::end(known),
                                     [word](const auto& one) { return word.starts_with(one.first); });
    if (found == std::end(known)) {
      text += word.front();
      word.remove_prefix(1);
      continue;
    }
    if (found->second.empty()) return std::nullopt;
    std::string value = naming.regex ? escaped(found->second) : std::string(found->second);
    if (!naming.between.empty())
      replace_all(value, naming.regex ? escaped(separator) : separator, naming.between);
    text += value;
    word.remove_prefix(found->first.size());
  }
  return text;
}

// In their order, each once.
struct Words {
  std::vector<std::string> list{};
  std::set<std::string> known{};
  void add(const std::string& word) {
    if (known.insert(word).second) list.push_back(word);
  }
};

}  // namespace

std::optional<std::vector<std::string>> words_for(const Definition::Naming& naming, const Tests& tests,
                                                  std::string_view separator) {
  if (naming.words.empty() || tests.empty()) return std::nullopt;
  std::vector<std::string> names;
  Words single;  // names, where each is one word
  Words files;
  Words suites;
  const auto has = [&naming](std::string_view word) {
    return std::find(naming.words.begin(), naming.words.end(), word) != naming.words.end();
  };
  for (const format::TestEvent& test : tests) {
    if ((has("{files}") && test.file.empty()) || (has("{suites}") && test.suite.empty())) return std::nullopt;
    files.add(test.file);
    suites.add(test.suite);
    for (const std::string& word : naming.each) {
      auto text = filled(word, test, naming, separator);
      if (!text) return std::nullopt;
      if (naming.each.size() == 1)
        single.add(*text);
      else
        names.push_back(std::move(*text));
    }
  }
  if (naming.each.size() == 1) names = std::move(single.list);
  std::string joined;
  for (const std::string& name : names) joined += (joined.empty() ? "" : naming.join) + name;
  std::vector<std::string> words;
  std::size_t bytes = 0;
  for (const std::string& word : naming.words) {
    const std::vector<std::string>* list = word == "{files}"    ? &files.list
                                           : word == "{suites}" ? &suites.list
                                                                : nullptr;
    if (list == nullptr && word == "{tests}" && naming.join.empty()) list = &names;
    if (list != nullptr) {
      words.insert(words.end(), list->begin(), list->end());
    } else {
      words.push_back(word);
      replace_all(words.back(), "{tests}", joined);
    }
  }
  for (const std::string& word : words) {
    bytes += word.size();
    if (word.size() > kLongestWord || bytes > kMostWords) return std::nullopt;
  }
  return words;
}

TestId name_of(const format::TestEvent& test) {
  // TAP has the file in front of what stands in it.
  const std::string in_file = test.file + " > ";
  std::string suite = test.suite == test.file ? "" : test.suite;
  if (!test.file.empty() && suite.starts_with(in_file)) suite.erase(0, in_file.size());
  return {test.file, std::move(suite), test.name.empty() ? test.id : test.name};
}

bool is_asked(const TestId& asked, const format::TestEvent& test, std::string_view separator) {
  const TestId named = name_of(test);
  const std::string wanted = text_of(asked);
  const auto stands_in = [&](std::string_view name) {
    if (name == wanted) return true;
    if (!name.starts_with(wanted)) return false;
    const std::string_view more = name.substr(wanted.size());
    return more.starts_with("::") || more.starts_with('[') ||
           (!separator.empty() && more.starts_with(separator));
  };
  const std::string name = without_file(named);
  const std::string path = name_path(name, separator);
  if (is_called(name_path(wanted, separator), path) ||
      is_called(name_path(wanted), name_path(named.file + "::") + '\x1f' + path))
    return true;
  if (!named.file.empty()) return stands_in(named.file + "::" + name);
  // Its file isn't known: by all that stands behind a file.
  return wanted.ends_with("::" + name) || stands_in(name) ||
         (asked.name.empty() && named.suite == asked.suite);
}

format::TestEvent test_of(const TestId& asked, const std::filesystem::path& root) {
  format::TestEvent test;
  test.file = asked.file;
  test.suite = asked.name.empty() ? "" : asked.suite;
  test.name = asked.name.empty() ? asked.suite : asked.name;
  // Names with "::" in them were cut in the wrong places.
  const std::string text = text_of(asked);
  std::error_code error;
  for (std::size_t at = text.find("::"); at != std::string::npos; at = text.find("::", at + 2)) {
    if (!std::filesystem::is_regular_file(root / text.substr(0, at), error)) continue;
    test.file = text.substr(0, at);
    const std::string rest = text.substr(at + 2);
    const std::size_t cut = rest.rfind("::");
    test.suite = cut == std::string::npos ? "" : rest.substr(0, cut);
    test.name = cut == std::string::npos ? rest : rest.substr(cut + 2);
    break;
  }
  // Some tools' suites are classes, and no files: a name that is no file is taken for the suite.
  if (!test.file.empty() && test.suite.empty() && !std::filesystem::exists(root / test.file, error))
    test.suite = std::exchange(test.file, "");
  return test;
}

}  // namespace proctor::framework
