#include "shell/exit_code.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include "base/text.hpp"
#include "shell/reading.hpp"

namespace proctor::shell {
namespace {

constexpr std::size_t kLongestInstead = 300;

// What only shows what there is already, and may be left out.
constexpr const char* kShows =
    R"((?:[^;&|\n]|[<>]&|&>)*(?:(?:;|\|[|&]?|&&?|\n)\s*(?:(?:echo|printf|tail|head|cat|grep|egrep|rg|tee|sed|awk|wc|ls|true|:|wait|exit 0)\b(?:[^;&|\n]|[<>]&|&>)*)?)*)";
// What reads all of its input and ends with 0.
constexpr const char* kFilters = R"((?:[^|]*\|&?\s*(?:tail|tee|cat|nl|ts|sort|wc)\b[^|;&]*)+)";

// The first of some commands with the same runners that ends with the tests' exit code.
std::string command_instead(std::string_view command, const Reading& reading, Dialect dialect) {
  static const RE2 shows(kShows), filters(kFilters);
  const std::string all(trim(command));
  const std::vector<Runner>& runners = reading.runners();
  const Runner& last = runners.back();
  const auto [begin, end] = last.place;
  const std::string cut(trim(command.substr(0, end)));
  const std::string_view rest = command.substr(end == 0 ? command.size() : end);
  const std::size_t statement = reading.end_of_statement();

  std::vector<std::string> candidates;
  if (!rest.empty() && RE2::FullMatch({rest.data(), rest.size()}, filters))
    candidates.push_back("set -o pipefail; " + all);
  if (!cut.empty() && RE2::FullMatch({rest.data(), rest.size()}, shows)) candidates.push_back(cut);
  if (statement > 0) {
    std::string_view behind = trim(command.substr(statement));
    while (behind.starts_with(';')) behind = trim(behind.substr(1));
    while (behind.ends_with(';')) behind = trim(behind.substr(0, behind.size() - 1));
    candidates.push_back(fmt::format("{}; rc=$?; {}; exit $rc", trim(command.substr(0, statement)), behind));
  }
  if (!cut.empty()) {
    candidates.push_back(cut);
    candidates.push_back("set -e; " + cut);
  }
  candidates.push_back("set -e; " + all);
  candidates.push_back("set -eo pipefail; " + all);
  std::string inner = all;
  if (RE2::Replace(&inner, R"(\bbash (-\w*c ))", R"(bash -o pipefail \1)")) candidates.push_back(inner);
  inner = all;
  if (RE2::Replace(&inner, R"(\b(ba)?sh (-\w*c ))", R"(\1sh -e \2)")) candidates.push_back(inner);
  candidates.emplace_back(command.substr(begin, end - begin));
  for (std::string& candidate : candidates) {
    if (candidate.size() > kLongestInstead) continue;
    Reading other(candidate, dialect);
    if (other.read() == Reading::Verdict::own && other.count() >= reading.count())
      return std::move(candidate);
  }
  return {};
}

}  // namespace

ExitCodeUse read_exit_code_use(std::string_view command, Dialect dialect) {
  Reading reading(command, dialect);
  switch (reading.read()) {
    case Reading::Verdict::no_runner:
      return {};
    case Reading::Verdict::own:
      return {.has_runner = true};
    case Reading::Verdict::lost:
      break;
  }
  return {true, false, reading.why(), command_instead(command, reading, dialect)};
}

}  // namespace proctor::shell
