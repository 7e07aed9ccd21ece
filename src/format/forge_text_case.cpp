#include "format/forge_text_case.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

// A line that ends in a name with its parameters, and behind them "(gas: 245)", "(runs: 256, μ: 28150, ~:
// 29548)" or "(runs: 8, calls: 160, reverts: 0)".
struct Parts {
  std::string_view before;  // everything in front of the name
  std::string_view name;
  std::string_view statistics;
};

// Only in the last line: this is asked again for each line of a long text.
std::optional<Parts> split_case(std::string_view text) {
  static const RE2 pattern(R"(.* ([\w$]+\(\S*\)) \(([a-z]+: [^(]*)\))", RE2::Latin1);
  const std::string_view line = text.substr(text.rfind('\n') + 1);
  re2::StringPiece name;
  re2::StringPiece statistics;
  if (!RE2::FullMatch({line.data(), line.size()}, pattern, &name, &statistics)) return std::nullopt;
  const auto before = static_cast<std::size_t>(name.data() - text.data()) - 1;
  return Parts{text.substr(0, before), {name.data(), name.size()}, {statistics.data(), statistics.size()}};
}

std::optional<std::uint64_t> statistic(std::string_view statistics, std::string_view name) {
  for (std::size_t at = 0; at < statistics.size();
       at = std::min(statistics.find(',', at), statistics.size() - 1) + 1) {
    const std::string_view one = trim(statistics.substr(at, statistics.find(',', at) - at));
    if (one.starts_with(name) && one.substr(name.size()).starts_with(": "))
      return whole_number(one.substr(name.size() + 2));
  }
  return std::nullopt;
}

void read_statistics(Case& test, std::string_view statistics) {
  if (test.gas = statistic(statistics, "gas"); test.gas) {
    test.kind = "unit";
    return;
  }
  test.runs = statistic(statistics, "runs");
  if (statistic(statistics, "calls")) {
    test.kind = "invariant";
  } else if (test.runs) {
    test.kind = test.name.starts_with("table") ? "table" : "fuzz";
    test.gas = statistic(statistics, "μ");
  }
}

// `sender=0x… addr=[test/I.t.sol:Handler]0x2e… calldata=set(uint256) args=[5]` in the words of the JSON
// reader: `sender=0x… Handler.set(uint256) args=[5]`.
std::string one_call(std::string_view line) {
  const std::size_t addr = line.find(" addr=[");
  const std::size_t close = line.find(']', addr);
  const std::size_t calldata = line.find(" calldata=", close);
  if (!line.starts_with("sender=") || addr == std::string_view::npos || calldata == std::string_view::npos) {
    return std::string(line);
  }
  std::string_view contract = line.substr(addr + 7, close - addr - 7);
  contract.remove_prefix(contract.rfind(':') + 1);
  constexpr std::string_view kCalldata = " calldata=";
  return fmt::format("{} {}.{}", line.substr(0, addr), contract, line.substr(calldata + kCalldata.size()));
}

// "\t[Sequence] (original: 4, shrunk: 1)" and a call a line.
std::string sequence(std::string_view text) {
  std::string calls;
  std::size_t number = 0;
  std::string_view heading;
  for (const std::string_view raw : split_lines(text)) {
    const std::string_view line = trim(raw);
    if (line.starts_with("[Sequence]")) {
      heading = line;
    } else if (!line.empty()) {
      if (!calls.empty()) calls += '\n';
      calls += one_call(line);
      ++number;
    }
  }
  const std::size_t at = heading.find("(original: ");
  const auto original =
      at == std::string_view::npos ? 0U : static_cast<std::size_t>(number_at(heading, at + 11));
  if (original > number) calls = fmt::format("({} calls, shrunk from {})\n{}", number, original, calls);
  return calls;
}

// "calldata=0x… args=[7, true]": the arguments, if there are some.
std::string arguments(std::string_view text) {
  constexpr std::string_view kArgs = "args=[";
  const std::size_t at = text.find(kArgs);
  if (at == std::string_view::npos || !text.ends_with(']')) return std::string(trim(text));
  const std::string_view inner = text.substr(at + kArgs.size(), text.size() - at - kArgs.size() - 1);
  return std::string(inner.empty() ? trim(text.substr(0, text.find_first_of(" ,"))) : inner);
}

// What stands between "[FAIL" and "]".
void read_reason(Case& test, std::string_view text) {
  for (const std::string_view lead : {". Reason: ", ": "}) {
    if (!text.starts_with(lead)) continue;
    text.remove_prefix(lead.size());
    break;
  }
  for (const std::string_view mark : {"counterexample: ", "Counterexample: "}) {
    const std::size_t at = text.find(std::string(mark) + "calldata=");
    if (at == std::string_view::npos) continue;
    test.counterexample = to_valid_utf8(arguments(text.substr(at + mark.size())));
    text = trim(text.substr(0, at));
    if (text.ends_with(';') || text.ends_with('.')) text.remove_suffix(1);
    break;
  }
  text = trim(text);
  if (!text.empty()) test.reason = to_valid_utf8(text);
}

bool read_mark(Case& test, std::string_view before) {
  if (before == "[PASS]") {
    test.status = Status::pass;
    return true;
  }
  test.status = before.starts_with("[SKIP") ? Status::skip : Status::fail;
  before.remove_prefix(5);
  if (const std::size_t calls = before.find("]\n\t[Sequence]"); calls != std::string_view::npos) {
    test.counterexample = to_valid_utf8(sequence(before.substr(calls + 2)));
    read_reason(test, before.substr(0, calls));
    return true;
  }
  while (before.ends_with('\n')) before.remove_suffix(1);
  if (!before.ends_with(']')) return false;
  before.remove_suffix(1);
  read_reason(test, before);
  return true;
}

}  // namespace

bool begins_forge_case(std::string_view line) {
  if (line.starts_with("[PASS] ")) return true;
  if (!line.starts_with("[FAIL") && !line.starts_with("[SKIP")) return false;
  line.remove_prefix(5);
  return line.starts_with("] ") || line.starts_with(": ") || line.starts_with(". Reason: ") ||
         line.starts_with("; counterexample: ") || line == "]" || line == ":";
}

std::optional<Case> read_forge_text_case(std::string_view text) {
  if (!begins_forge_case(text.substr(0, text.find('\n')))) return std::nullopt;
  const auto parts = split_case(text);
  if (!parts) return std::nullopt;
  Case test;
  test.name = to_valid_utf8(parts->name);
  if (!read_mark(test, parts->before)) return std::nullopt;
  read_statistics(test, parts->statistics);
  // As in forge's JSON: a success without a single run proves nothing.
  if (test.status == Status::pass && test.runs == 0U) {
    test.status = Status::error;
    test.reason =
        "forge reports a success without a single run; was the run interrupted, by --fail-fast perhaps?";
  }
  return test;
}

}  // namespace proctor::format
