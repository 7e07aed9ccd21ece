#include "output/since_last.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "output/columns.hpp"
#include "output/page.hpp"

namespace proctor::output {
namespace {

constexpr std::size_t kNamed = 3;
constexpr std::size_t kWidestName = 80;

std::string names_of(const std::vector<TestName>& tests) {
  std::string names;
  for (std::size_t i = 0; i < std::min(kNamed, tests.size()); ++i) {
    const TestName& test = tests[i];
    const std::string& owner = test.suite.empty() ? test.file : test.suite;
    names += (i == 0 ? "" : ", ") +
             cut(one_line(owner.empty() ? test.name : owner + " › " + test.name), kWidestName);
  }
  return names + (tests.size() > kNamed ? ", …" : "");
}

}  // namespace

std::string since_line(const SinceLast& since) {
  std::vector<std::string> parts;
  if (!since.new_failures.empty()) parts.push_back(plural(since.new_failures.size(), "new failure"));
  if (!since.fixed.empty()) parts.push_back(fmt::format("{} fixed", since.fixed.size()));
  if (!since.still_failing.empty()) {
    const auto oldest = std::ranges::min_element(
        since.still_failing, {}, [](const SinceLast::StillFailing& one) { return one.began; });
    const auto age = std::chrono::milliseconds(since.began + since.age - oldest->began);
    parts.push_back(fmt::format("{} still failing ({}{})", since.still_failing.size(),
                                since.still_failing.size() == 1 ? "for " : "for up to ", describe_age(age)));
  }
  if (!since.flaky.empty()) parts.push_back(fmt::format("{} of these flaky", since.flaky.size()));
  if (!since.gone.empty())
    parts.push_back(fmt::format("{} gone: {}", plural(since.gone.size(), "test"), names_of(since.gone)));
  if (parts.empty()) return {};
  return fmt::format("since run {}, {} ago: {}", since.short_run,
                     describe_age(std::chrono::milliseconds(since.age)), fmt::join(parts, ", "));
}

std::string failure_mark(const Case& test) {
  if (test.is_new && test.known_flaky) return " (new, flaky)";
  if (test.is_new) return " (new)";
  return test.known_flaky ? " (flaky)" : "";
}

}  // namespace proctor::output
