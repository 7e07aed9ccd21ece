#include "request/test_id.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"

namespace proctor {
namespace {
constexpr std::string_view kSeparator = "::";
}

bool is_whole(const TestId& test) {
  static constexpr std::string_view kNames[] = {"[not loaded]",    "[build failed]",  "[setup failed]",
                                                "[ended early]",   "[failed]",        "[setup_file]",
                                                "[teardown_file]", "[teardown_suite]"};
  return std::find(std::begin(kNames), std::end(kNames), test.name.empty() ? test.suite : test.name) !=
         std::end(kNames);
}

std::string to_text(const TestId& test) {
  if (test.file.empty() && test.suite.empty()) return test.name;
  std::string text = test.file;
  if (!test.suite.empty()) text.append(kSeparator).append(test.suite);
  return text.append(kSeparator).append(test.name);
}

std::optional<TestId> parse_test_id(std::string_view text) {
  TestId test;
  const std::size_t last = text.rfind(kSeparator);
  if (last == std::string_view::npos) return std::nullopt;
  const std::size_t first =
      last < kSeparator.size() ? std::string_view::npos : text.rfind(kSeparator, last - kSeparator.size());
  if (first == std::string_view::npos) {
    test.file = text.substr(0, last);
    test.suite = text.substr(last + kSeparator.size());
  } else {
    test.file = text.substr(0, first);
    test.suite = text.substr(first + kSeparator.size(), last - first - kSeparator.size());
    test.name = text.substr(last + kSeparator.size());
  }
  if (test.file.empty() || test.suite.empty()) return std::nullopt;
  return test;
}

TestId asked_test(std::string text) {
  replace_all(text, " › ", kSeparator);
  return parse_test_id(text).value_or(TestId{"", "", text});
}

}  // namespace proctor
