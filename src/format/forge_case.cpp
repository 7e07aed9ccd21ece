#include "format/forge_case.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "format/forge_json.hpp"

namespace proctor::format {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

void make_error(Case& test, std::string why) {
  if (test.reason) why += ": " + *test.reason;
  test.status = Status::error;
  test.reason = std::move(why);
}

// `{"Unit":{"gas":245}}`, `{"Fuzz":{…,"runs":256,"mean_gas":28190}}`, old `{"Standard":13951}`, and whatever
// future versions name: a kind that isn't known yet gives its name and the figures that look familiar.
void read_kind(Case& test, const Value* kind) {
  if (!kind) return;
  if (kind->is_text()) {
    test.kind = lower(kind->text);
  } else if (kind->is_object() && !kind->members.empty()) {
    const Value::Member& first = kind->members.front();
    test.kind = lower(first.key);
    test.runs = first.value.count_of("runs");
    if (*test.kind == "fuzz" || *test.kind == "table") {
      test.gas = first.value.count_of("mean_gas");
    } else if (*test.kind != "invariant") {
      test.gas = first.value.as_count();
      if (!test.gas) test.gas = first.value.count_of("gas");
      if (!test.gas) test.gas = first.value.count_of("mean_gas");
    }
  }
  if (test.kind == "standard") test.kind = "unit";
  if (test.kind && test.kind->empty()) test.kind.reset();
}

void read_status(Case& test, const Value& result) {
  const Value* status = result.find("status");
  const Value* success = result.find("success");  // before forge knew skipped tests
  const bool has_success = success && success->kind == Value::Kind::boolean;
  if (status && status->is_text()) {
    const std::string word = lower(status->text);
    if (word == "success") {
      test.status = Status::pass;
    } else if (word == "failure") {
      test.status = Status::fail;
    } else if (word == "skipped") {
      test.status = Status::skip;
    } else {
      make_error(test, fmt::format("forge reports a status that isn't known, `{}`",
                                   bounded_text(status->text, 100)));
    }
    if (has_success && test.status == Status::pass && !success->boolean) {
      make_error(test, "forge's result contradicts itself: its status is Success, but success is false");
    }
  } else if (!status && has_success) {
    test.status = success->boolean ? Status::pass : Status::fail;
  } else {
    make_error(test, "forge's result has no status");
  }
}

void read_logs(Case& test, const Value* logs) {
  if (!logs || !logs->is_array()) return;
  for (const Value& line : logs->items) test.logs.push_back(line.is_text() ? line.text : to_readable(line));
  if (logs->dropped > 0) test.logs.push_back(fmt::format("… ({} more lines)", logs->dropped));
}

// Newer forge: a failed invariant test has no reason and no counterexample of its own, one test stands for
// several invariants, and what broke is in a list. Its shape isn't settled, so whatever is there is taken.
void read_invariant_failures(Case& test, const Value* failures) {
  if (!failures || failures->is_null() || test.reason || test.counterexample) return;
  const auto add = [](std::optional<std::string>& to, const std::string& text, const char* separator) {
    if (text.empty()) return;
    to = to ? bounded_text(*to + separator + text, ValueBuilder::kMaxText) : text;
  };
  const auto read_one = [&](const Value& failure) {
    std::string name = failure.text_of("invariant").value_or(failure.text_of("name").value_or(""));
    std::string reason = failure.text_of("reason").value_or("");
    if (!name.empty() && !reason.empty()) reason = name + ": " + reason;
    if (reason.empty()) reason = name;
    if (reason.empty()) reason = failure.is_text() ? failure.text : to_readable(failure);
    add(test.reason, reason, "; ");
    const Value* example = failure.find("counterexample");
    if (const auto text = example ? read_forge_counterexample(*example) : std::nullopt) {
      add(test.counterexample, name.empty() ? *text : name + ":\n" + *text, "\n");
    }
  };
  if (failures->is_array()) {
    for (const Value& failure : failures->items) read_one(failure);
  } else if (failures->is_object()) {
    for (const Value::Member& member : failures->members) {
      if (member.value.is_object()) {
        Value named = member.value;
        if (!named.find("name") && !named.find("invariant")) {
          named.members.push_back({"name", Value::of(member.key)});
        }
        read_one(named);
      } else {
        add(test.reason, member.key + ": " + to_readable(member.value), "; ");
      }
    }
  } else {
    read_one(*failures);
  }
}

// A test of many runs that had none proves nothing, yet forge calls it a success when it was interrupted
// before the first run (under --fail-fast, say).
void refuse_pass_without_runs(Case& test) {
  const bool many_runs = test.kind == "fuzz" || test.kind == "table" || test.kind == "invariant";
  if (test.status == Status::pass && many_runs && test.runs == 0U) {
    make_error(
        test,
        "forge reports a success without a single run; was the run interrupted, by --fail-fast perhaps?");
  }
}

}  // namespace

std::optional<double> parse_forge_duration(std::string_view text) {
  // Both code points that look like µ.
  static const RE2 part(R"( *(\d+\.?\d*) *(ms|µs|μs|us|ns|s|min|m|h|days?|d) *)");
  static const std::map<std::string_view, double> kUnits{
      {"ms", 1.0},   {"µs", 1e-3}, {"μs", 1e-3},  {"us", 1e-3},      {"ns", 1e-6},     {"s", 1e3},
      {"min", 60e3}, {"m", 60e3},  {"h", 3600e3}, {"days", 86400e3}, {"day", 86400e3}, {"d", 86400e3}};
  re2::StringPiece rest(text.data(), text.size());
  if (trim(text).empty()) return std::nullopt;
  double sum = 0;
  while (!rest.empty()) {
    double number = 0;
    std::string unit;
    if (!RE2::Consume(&rest, part, &number, &unit)) return std::nullopt;
    sum += number * kUnits.at(unit);
  }
  if (!std::isfinite(sum)) return std::nullopt;
  // Whole nanoseconds, which is what forge counts: 15.825221, not 15.825220999999999.
  return std::round(sum * 1e6) / 1e6;
}

std::optional<double> read_forge_duration(const Value& duration) {
  if (duration.is_text()) return parse_forge_duration(duration.text);
  const auto seconds = duration.count_of("secs");
  const auto nanos = duration.count_of("nanos");
  if (!seconds && !nanos) return std::nullopt;
  return static_cast<double>(seconds.value_or(0)) * 1e3 + static_cast<double>(nanos.value_or(0)) / 1e6;
}

Case read_forge_case(std::string name, const Value& result) {
  Case test;
  test.name = std::move(name);
  if (!result.is_object()) {
    make_error(test, "forge's result has a form that isn't known");
    return test;
  }
  if (const Value* reason = result.find("reason"); reason && !reason->is_null()) {
    test.reason = reason->is_text() ? reason->text : to_readable(*reason);
  }
  read_kind(test, result.find("kind"));
  if (const Value* duration = result.find("duration")) {
    if (duration->is_text()) test.duration = duration->text;
    test.duration_ms = read_forge_duration(*duration);
  }
  if (const Value* example = result.find("counterexample")) {
    test.counterexample = read_forge_counterexample(*example);
  }
  read_logs(test, result.find("decoded_logs"));
  read_status(test, result);
  read_invariant_failures(test, result.find("invariant_failures"));
  refuse_pass_without_runs(test);
  if (result.repeated && test.status != Status::fail) {
    make_error(test, "forge's result gives the same key twice");
  }
  return test;
}

}  // namespace proctor::format
