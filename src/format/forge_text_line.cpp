#include "format/forge_text_line.hpp"

#include <re2/re2.h>

#include <array>
#include <span>

#include "format/digits.hpp"

namespace proctor::format {
namespace {

using Kind = ForgeLine::Kind;
using Count = std::size_t Counts::*;

constexpr std::size_t kLongestKey = 1024;
constexpr Count kPassed = &Counts::passed, kFailed = &Counts::failed, kSkipped = &Counts::skipped;
constexpr std::array<Count, 0> kNone{};
constexpr std::array kAll{kPassed, kFailed, kSkipped};
constexpr std::array kFailedAndPassed{kFailed, kPassed};
constexpr std::array kOnlyFailed{kFailed};

// Most lines begin with none of these words. Behind them stands a pattern; its groups are the counts, or
// where there are none a suite's key: whatever the file is called, behind the last colon stands the contract.
struct Form {
  Kind kind;
  std::string_view begin;
  RE2 rest;
  std::span<const Count> counts = kNone;
};

}  // namespace

ForgeLine read_forge_line(std::string_view text) {
  static const Form kForms[] = {
      {Kind::suite, "Ran ", {R"(\d+ tests? for (.+:[\w$]+))", RE2::Latin1}},
      {Kind::old_suite, "Running ", {R"(\d+ tests? for (.+:[\w$]+))", RE2::Latin1}},
      {Kind::sum,
       "Ran ",
       {R"(\d+ test suites?[^:]*: (\d{1,8}) tests passed, (\d{1,8}) failed, (\d{1,8}) skipped \(\d+ total tests\))",
        RE2::Latin1},
       kAll},
      {Kind::suite_result,
       "Suite result: ",
       {R"((?:ok|FAILED)\. (\d{1,8}) passed; (\d{1,8}) failed; (?:(\d{1,8}) skipped; )?finished in .*)",
        RE2::Latin1},
       kAll},
      {Kind::suite_result,
       "Test result: ",
       {R"((?:ok|FAILED)\. (\d{1,8}) passed; (\d{1,8}) failed; (?:(\d{1,8}) skipped; )?finished in .*)",
        RE2::Latin1},
       kAll},
      {Kind::failures_sum,
       "Encountered a total of ",
       {R"((\d{1,8}) failing tests?, (\d{1,8}) tests? succeeded)", RE2::Latin1},
       kFailedAndPassed},
      {Kind::failures_of, "Encountered ", {R"(\d+ failing tests? in (.+:[\w$]+))", RE2::Latin1}},
      {Kind::failures_hint,
       "Tip: Run `forge test --rerun` to retry only the ",
       {R"((\d{1,8}) failed tests?)", RE2::Latin1},
       kOnlyFailed},
      {Kind::failures, "Failing tests:", {"", RE2::Latin1}},
      {Kind::summary_table, "| Test Suite ", {".*", RE2::Latin1}},
      {Kind::seed, "Fuzz seed: 0x", {R"(.*\(use `--fuzz-seed` to reproduce\))", RE2::Latin1}},
      {Kind::compiler, "Compiler run failed", {".*", RE2::Latin1}},
      {Kind::compiler, "Error: Compil", {"er run failed.*|ation failed", RE2::Latin1}},
      {Kind::compile_error, "Error (", {R"(\d+\): .*)", RE2::Latin1}},
      {Kind::none,
       "No tests ",
       {"(?:found in project! Forge looks for functions that start with"
        "|match the provided pattern:).*",
        RE2::Latin1}},
      {Kind::none, "Warning: no tests match the provided pattern:", {".*", RE2::Latin1}},
  };
  if (text.empty() || std::string_view("RSET|FCNW").find(text.front()) == std::string_view::npos) return {};
  for (const Form& form : kForms) {
    if (!text.starts_with(form.begin)) continue;
    const re2::StringPiece rest(text.data() + form.begin.size(), text.size() - form.begin.size());
    std::array<re2::StringPiece, 4> groups{};  // the first is the whole
    const int number = form.rest.NumberOfCapturingGroups() + 1;
    if (!form.rest.Match(rest, 0, rest.size(), RE2::ANCHOR_BOTH, groups.data(), number)) continue;
    ForgeLine line{form.kind};
    for (std::size_t i = 0; i < form.counts.size(); ++i) {
      const std::string_view digits(groups[i + 1].data(), groups[i + 1].size());
      line.counts.*form.counts[i] = static_cast<std::size_t>(number_at(digits, 0));
    }
    if (form.counts.empty() && number > 1) line.key = {groups[1].data(), groups[1].size()};
    return line.key.size() <= kLongestKey ? line : ForgeLine{};
  }
  return {};
}

}  // namespace proctor::format
