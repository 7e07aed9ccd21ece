// What the go command itself prints around the events: words of the compiler, and its list of tests.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

// The first of them, as a list.
std::string some_of(std::vector<std::string> all) {
  constexpr std::size_t kMostNamed = 5;
  const bool more = all.size() > kMostNamed;
  all.resize(std::min(all.size(), kMostNamed));
  return fmt::format("{}{}", fmt::join(all, ", "), more ? ", …" : "");
}

}  // namespace

// Words of the compiler below "# package", packages that can't be built, and what go.sh tells of the project.
void GoTestJsonReader::text_line(std::string_view text) {
  constexpr std::string_view kModule = "=== MODULE ", kBuilt = "=== BUILT  ";
  if (text.starts_with(kModule)) {
    modules_.emplace_back(text.substr(kModule.size()));
    return;
  }
  if (text.starts_with(kBuilt)) {
    const std::string_view file = text.substr(kBuilt.size());
    const std::size_t blank = std::min(file.find(' '), file.size());
    conditions_.push_back(fmt::format("{} ({})", file.substr(0, blank), trim(file.substr(blank))));
    return;
  }
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
  if (text.find("=== PLAN   ") != std::string_view::npos)
    return feed(text);                                     // frameworks/go asks the programs
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

// What go says of each package that passes without a test.
void GoTestJsonReader::warn_of_untested() {
  if (some_ || verbose_) return;
  std::vector<std::string> untested;
  for (const auto& [name, package] : packages_) {
    const std::string_view output = without_newline(package.output);
    for (const std::string_view words : {"[no test files]", "[no tests to run]"})
      if (output.ends_with(words)) untested.push_back(fmt::format("{} {}", name, words));
  }
  if (untested.empty()) return;
  const std::size_t number = untested.size();
  events_.warning(fmt::format("{} without a test: {}",
                              number == 1 ? "1 package is" : fmt::format("{} packages are", number),
                              some_of(untested)));
}

// What go.sh says of modules below the project.
void GoTestJsonReader::warn_of_modules() {
  if (modules_.empty()) return;
  std::vector<std::string> commands;
  for (const std::string& module : modules_)
    commands.push_back(fmt::format("`proctor test {}`", shell_quote(module)));
  events_.warning(fmt::format("Tests weren't run that stand in a go module of their own: {}. Run them by {}",
                              some_of(modules_), some_of(commands)));
}

// Why go found no test at all; empty: it did find some, or ended for something else.
std::string GoTestJsonReader::why_none() const {
  const auto has_no_tests = [](const auto& each) {
    return each.second.output.ends_with("[no test files]\n");
  };
  if (packages_.empty() ? loose_.find("no packages to test") == std::string::npos
                        : !std::all_of(packages_.begin(), packages_.end(), has_no_tests))
    return {};
  if (conditions_.empty())
    return "No package here has tests: they stand in files whose names end with _test.go.";
  return fmt::format(
      "No test was built: each file of tests has a build constraint that doesn't hold: {}. "
      "Give the tag to go: GOFLAGS=-tags=NAME proctor test",
      some_of(conditions_));
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
