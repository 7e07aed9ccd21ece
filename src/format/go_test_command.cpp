// What the go command itself prints around the events: words of the compiler, and its list of tests.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/text.hpp"
#include "format/go_test_json.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMostLoose = 16U << 10U;

bool is_test_name(std::string_view text) {
  return (text.starts_with("Test") || text.starts_with("Fuzz") || text.starts_with("Example")) &&
         text.find_first_of(" \t:") == std::string_view::npos;
}

}  // namespace

// Words of the compiler below "# package", and packages that can't be
// built.
void GoTestJsonReader::text_line(std::string_view text) {
  if (text.starts_with("# ")) {
    build_ = std::string(text.substr(2));
    // "# [package]": what vet says of it.
    if (build_.starts_with('[') && build_.ends_with(']')) build_ = build_.substr(1, build_.size() - 2);
  }
  const std::size_t end = text.find_first_of(" \t", 5);
  if (text.starts_with("FAIL\t") && end != std::string_view::npos &&
      (text.ends_with("[build failed]") || text.ends_with("[setup failed]"))) {
    build_.clear();
    found_ = true;
    const std::string name(text.substr(5, end - 5));
    Package& package = packages_[name];
    package.unbuilt = true;
    return close(name, package, false);
  }
  if (build_.empty() || builds_.size() > kMostGoPackages) {
    if (loose_.size() + text.size() < kMostLoose) loose_.append(text).append("\n");
  } else {
    events_.append(builds_[build_], std::string(text) + '\n', kMostTextOfATest);
  }
}

void GoTestJsonReader::feed_stderr(std::string_view text) {
  for (const std::string_view each : split_lines(text)) {
    if (!trim(each).empty() && !each.starts_with('{')) text_line(each);
  }
  build_.clear();
}

void GoTestJsonReader::feed_plan(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> names;  // package and test
  std::size_t nameless = 0;
  for (std::string_view each : split_lines(text)) {
    std::string package;
    std::string word(each);
    if (each.starts_with('{')) {
      const auto parsed = parse_json(each);
      if (!parsed || !parsed->is_object()) continue;
      package = text_field(parsed->get_object(), "Package");
      word = text_field(parsed->get_object(), "Output");
      if (const json::value* test = parsed->get_object().if_contains("Test"); test != nullptr) continue;
    }
    word = std::string(without_newline(word));
    if (is_test_name(word)) {
      names.emplace_back(package, word);
    } else if (package.empty() && word.starts_with("ok  \t")) {
      // The names above it are this package's.
      const std::size_t end = word.find_first_of(" \t", 5);
      for (; nameless < names.size(); ++nameless)
        names[nameless].first = word.substr(5, std::min(end, word.size()) - 5);
    }
  }
  for (const auto& [package, name] : names) {
    if (TestEvent* test = events_.named(fmt::format("{}.{}", package, name))) {
      test->planned = true;
      test->suite = package;
      test->name = name;
    }
  }
  events_.tell_planned();
}

const std::string* GoTestJsonReader::build_words(const std::string& package) const {
  // Its own words, or those about its tests that stand in a package of their own.
  for (const std::string& name : {package, package + "_test"}) {
    const auto at = builds_.lower_bound(name);
    const bool its = at != builds_.end() && (at->first == name || at->first.starts_with(name + " ["));
    if (its) return &at->second;
  }
  return nullptr;
}

}  // namespace proctor::format
