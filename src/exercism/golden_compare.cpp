#include "exercism/golden_compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "base/text.hpp"

namespace proctor::exercism {
namespace {

// Without carriage returns before line feeds, and white space at the ends of lines and of the whole.
std::string plain_code(std::string_view code) {
  std::string plain;
  for (std::string_view line : split_lines(code)) {
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    plain.append(line);
    plain += '\n';
  }
  plain.erase(plain.find_last_not_of('\n') + 1);
  return plain;
}

std::string number_text(const std::optional<int>& number) {
  return number ? fmt::format("{}", *number) : std::string();
}

using Pair = std::pair<std::size_t, std::size_t>;  // the expected test, and what we have for it

// Finds for each expected test the one that it's about: of the same name, and where there are several, the
// one that is most like it.
class Pairing {
 public:
  Pairing(const std::vector<TestResult>& expected, const std::vector<TestResult>& got, bool any_order)
      : expected_(expected), got_(got), taken_(got.size()), partner_(expected.size()) {
    std::map<std::string_view, std::vector<std::size_t>> by_name;
    for (std::size_t i = 0; i < got.size(); ++i) by_name[got[i].name].push_back(i);
    const auto all = [](const TestResult& one) {
      return std::tuple(one.status, plain_code(one.test_code), one.output, one.message, one.task_id);
    };
    pair_up(by_name, [&](const TestResult& a, const TestResult& b) { return all(a) == all(b); });
    pair_up(by_name, [](const TestResult& a, const TestResult& b) { return a.status == b.status; });
    pair_up(by_name, [](const TestResult&, const TestResult&) { return true; });
    // Left alone at the same place: most likely the same test by another name.
    for (std::size_t i = 0; !any_order && i < std::min(expected.size(), got.size()); ++i) {
      if (!partner_[i] && !taken_[i]) take(i, i);
    }
  }

  /// In the expected order.
  std::vector<Pair> pairs() const {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < partner_.size(); ++i) {
      if (partner_[i]) pairs.emplace_back(i, *partner_[i]);
    }
    return pairs;
  }
  bool has_partner(std::size_t expected) const { return partner_[expected].has_value(); }
  bool taken(std::size_t got) const { return taken_[got]; }

 private:
  void take(std::size_t expected, std::size_t got) {
    partner_[expected] = got;
    taken_[got] = true;
  }

  template <typename Alike>
  void pair_up(std::map<std::string_view, std::vector<std::size_t>>& by_name, Alike alike) {
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      const auto found = by_name.find(expected_[i].name);
      if (partner_[i] || found == by_name.end()) continue;
      auto& candidates = found->second;
      const auto one = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t candidate) {
        return alike(expected_[i], got_[candidate]);
      });
      if (one == candidates.end()) continue;
      take(i, *one);
      candidates.erase(one);
    }
  }

  const std::vector<TestResult>& expected_;
  const std::vector<TestResult>& got_;
  std::vector<bool> taken_;
  std::vector<std::optional<std::size_t>> partner_;
};

class Comparer {
 public:
  Comparer(const Results& expected, const Results& got, bool any_order, bool strict)
      : expected_(expected),
        got_(got),
        any_order_(any_order),
        strict_(strict),
        shows_code_(std::any_of(expected.tests.begin(), expected.tests.end(),
                                [](const TestResult& test) { return !test.test_code.empty(); })) {}

  Comparison run() {
    compare("status", "", std::string(word(expected_.status)), std::string(word(got_.status)));
    compare_message("", expected_.message, got_.message);
    if (expected_.version != got_.version)
      comparison_.noted.push_back(
          {"version", "", fmt::format("{}", expected_.version), fmt::format("{}", got_.version)});
    const Pairing pairing(expected_.tests, got_.tests, any_order_);
    const std::vector<Pair> pairs = pairing.pairs();
    std::size_t next = 0;
    for (std::size_t i = 0; i < expected_.tests.size(); ++i) {
      if (pairing.has_partner(i)) {
        compare_tests(expected_.tests[i], got_.tests[pairs[next++].second]);
      } else {
        comparison_.failing.push_back({"tests", "", expected_.tests[i].name, ""});
      }
    }
    for (std::size_t i = 0; i < got_.tests.size(); ++i) {
      if (!pairing.taken(i)) comparison_.failing.push_back({"tests", "", "", got_.tests[i].name});
    }
    compare_order(pairs);
    return std::move(comparison_);
  }

 private:
  void compare(const char* field, const std::string& test, const std::string& expected,
               const std::string& got) {
    if (expected != got) comparison_.failing.push_back({field, test, expected, got});
  }

  // That there is one counts; its words are the tool's.
  void compare_message(const std::string& test, const std::string& expected, const std::string& got) {
    if (expected == got) return;
    auto& list = strict_ || expected.empty() != got.empty() ? comparison_.failing : comparison_.noted;
    list.push_back({"message", test, expected, got});
  }

  void compare_tests(const TestResult& expected, const TestResult& got) {
    const std::string& name = expected.name;
    compare("name", name, name, got.name);
    compare("status", name, std::string(word(expected.status)), std::string(word(got.status)));
    compare_message(name, expected.message, got.message);
    if (plain_code(expected.test_code) != plain_code(got.test_code))
      (shows_code_ ? comparison_.failing : comparison_.noted)
          .push_back({"test_code", name, expected.test_code, got.test_code});
    compare("output", name, expected.output, got.output);
    compare("task_id", name, number_text(expected.task_id), number_text(got.task_id));
  }

  void compare_order(std::vector<Pair> pairs) {
    const auto by_ours = [](const Pair& a, const Pair& b) { return a.second < b.second; };
    if (std::is_sorted(pairs.begin(), pairs.end(), by_ours)) return;
    const std::vector<Pair> wanted = pairs;
    std::sort(pairs.begin(), pairs.end(), by_ours);
    Difference difference{"order", ""};
    bool alike = true;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const TestResult& ours = expected_.tests[pairs[i].first];
      const TestResult& theirs = expected_.tests[wanted[i].first];
      alike = alike && ours.name == theirs.name && ours.status == theirs.status;
      difference.expected += theirs.name + '\n';
      difference.got += ours.name + '\n';
    }
    (alike || any_order_ ? comparison_.noted : comparison_.failing).push_back(std::move(difference));
  }

  const Results& expected_;
  const Results& got_;
  bool any_order_;
  bool strict_;
  bool shows_code_;  // golden files of a track whose own runner shows none have no opinion on it
  Comparison comparison_{};
};

}  // namespace

Comparison compare_results(const Results& expected, const Results& got, bool any_order, bool strict) {
  return Comparer(expected, got, any_order, strict).run();
}

}  // namespace proctor::exercism
