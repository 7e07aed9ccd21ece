#include "format/forge_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace proctor::format {
namespace {

constexpr std::size_t kMaxComplaints = 8;

int badness(Status status) {
  switch (status) {
    case Status::pass:
      return 0;
    case Status::skip:
      return 1;
    case Status::fail:
    case Status::error:
      return 2;
  }
  return 2;
}

std::size_t size_of(const Case& test) {
  std::size_t bytes = sizeof(Case) + 2 * test.name.size();  // the name is a key of the index too
  for (const auto* text : {&test.reason, &test.duration, &test.kind, &test.counterexample}) {
    if (*text) bytes += (*text)->size();
  }
  for (const std::string& line : test.logs) bytes += sizeof(std::string) + line.size();
  return bytes;
}

}  // namespace

void ForgeResults::complain(std::string what) {
  if (complaints.size() >= kMaxComplaints) return;
  if (std::find(complaints.begin(), complaints.end(), what) != complaints.end()) return;
  complaints.push_back(std::move(what));
}

bool ForgeResults::has_room(std::size_t bytes) {
  if (bytes <= kMaxBytes - bytes_) {
    bytes_ += bytes;
    return true;
  }
  complain(
      fmt::format("it is larger than {} MiB without its traces, the rest was left out", kMaxBytes >> 20U));
  return false;
}

std::size_t ForgeResults::suite(std::string_view key) {
  const std::size_t colon = key.rfind(':');
  if (colon == std::string_view::npos) return suite("", key);
  return suite(key.substr(0, colon), key.substr(colon + 1));
}

std::size_t ForgeResults::suite(std::string_view file, std::string_view name) {
  std::string key = fmt::format("{}\x1f{}", file, name);
  if (const auto known = suite_of_key_.find(key); known != suite_of_key_.end()) return known->second;
  if (suites.size() >= kMaxSuites) {
    complain(fmt::format("it has more than {} suites, the rest was left out", kMaxSuites));
    return kNoSuite;
  }
  if (!has_room(sizeof(Suite) + 2 * key.size())) return kNoSuite;
  suites.push_back({.file = std::string(file), .name = std::string(name)});
  case_of_name_.emplace_back();
  suite_of_key_.emplace(std::move(key), suites.size() - 1);
  return suites.size() - 1;
}

void ForgeResults::add_case(std::size_t suite, Case test) {
  if (suite == kNoSuite) return;
  std::vector<Case>& cases = suites[suite].cases;
  const auto known = case_of_name_[suite].find(test.name);
  if (known == case_of_name_[suite].end() && cases_ >= kMaxCases) {
    complain(fmt::format("it has more than {} tests, the rest was left out", kMaxCases));
    return;
  }
  if (!has_room(size_of(test))) return;
  if (known == case_of_name_[suite].end()) {
    ++cases_;
    case_of_name_[suite].emplace(test.name, cases.size());
    cases.push_back(std::move(test));
  } else if (badness(test.status) > badness(cases[known->second].status)) {
    cases[known->second] = std::move(test);
  }
}

void ForgeResults::add_duration(std::size_t suite, double milliseconds) {
  if (suite == kNoSuite) return;
  suites[suite].duration_ms = suites[suite].duration_ms.value_or(0) + milliseconds;
}

void ForgeResults::add_warning(std::size_t suite, std::string warning) {
  if (suite == kNoSuite) return;
  std::vector<std::string>& warnings = suites[suite].warnings;
  if (warnings.size() >= kMaxWarnings ||
      std::find(warnings.begin(), warnings.end(), warning) != warnings.end()) {
    return;
  }
  if (has_room(sizeof(std::string) + warning.size())) warnings.push_back(std::move(warning));
}

void ForgeResults::add_diagnostic(Diagnostic diagnostic) {
  if (!has_room(sizeof(diagnostic) + diagnostic.message.size() + diagnostic.text.size())) return;
  diagnostics.push_back(std::move(diagnostic));
}

void ForgeResults::add_contract(GasContract contract) {
  if (!has_room(sizeof(contract) + contract.functions.size() * sizeof(GasFunction))) return;
  gas_report.push_back(std::move(contract));
}

}  // namespace proctor::format
