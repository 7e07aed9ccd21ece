#include "format/bounded_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

// What forge puts in great amounts beside a result and nobody asks a reader for, at whatever depth.
constexpr std::array<std::string_view, 8> kNeverKept = {
    "traces", "gas_report_traces", "labeled_addresses", "breakpoints", "gas_snapshots",
    "logs",   "metrics",           "line_coverage"};

constexpr std::size_t kMaxReadable = 64U << 10U;

void append_readable(std::string& out, const Value& value) {
  if (out.size() > kMaxReadable) return;
  switch (value.kind) {
    case Value::Kind::null:
      out += "null";
      break;
    case Value::Kind::boolean:
      out += value.boolean ? "true" : "false";
      break;
    case Value::Kind::integer:
      out += std::to_string(value.integer);
      break;
    case Value::Kind::real:
      out += fmt::format("{}", value.real);
      break;
    case Value::Kind::text:
      out += fmt::format("\"{}\"", value.text);
      break;
    case Value::Kind::array:
    case Value::Kind::object:
      out += value.is_array() ? '[' : '{';
      for (const char* comma = ""; const Value& item : value.items) {
        out += std::exchange(comma, ",");
        append_readable(out, item);
      }
      for (const char* comma = ""; const Value::Member& member : value.members) {
        out += fmt::format("{}\"{}\":", std::exchange(comma, ","), member.key);
        append_readable(out, member.value);
      }
      out += value.is_array() ? ']' : '}';
      break;
  }
}

}  // namespace

const Value* Value::find(std::string_view name) const {
  const auto found =
      std::find_if(members.begin(), members.end(), [name](const Member& m) { return m.key == name; });
  return found == members.end() ? nullptr : &found->value;
}

std::optional<std::string> Value::text_of(std::string_view name) const {
  const Value* member = find(name);
  if (!member || !member->is_text() || member->text.empty()) return std::nullopt;
  return member->text;
}

std::optional<std::uint64_t> Value::as_count() const {
  if (kind == Kind::integer) return integer;
  constexpr double kLimit = 18446744073709551616.0;  // 2^64
  if (kind == Kind::real && real >= 0 && real < kLimit) return static_cast<std::uint64_t>(real);
  return kind == Kind::text ? whole_number(text) : std::nullopt;
}

std::optional<std::uint64_t> Value::count_of(std::string_view name) const {
  const Value* member = find(name);
  return member ? member->as_count() : std::nullopt;
}

std::string to_readable(const Value& value) {
  std::string out;
  append_readable(out, value);
  return bounded_text(out, kMaxReadable);
}

std::string bounded_text(std::string_view text, std::size_t limit, std::size_t more) {
  // Repaired before it is measured, so that the limit holds for what is kept.
  std::string valid = to_valid_utf8(text);
  if (valid.size() > limit) {
    const std::size_t keep = utf8_prefix(valid, limit);
    more += valid.size() - keep;
    valid.resize(keep);
  }
  if (more > 0) valid += fmt::format(" … ({} more bytes)", more);
  return valid;
}

void ValueBuilder::start() {
  *this = ValueBuilder();
}

Value ValueBuilder::take() {
  return std::move(result_);
}

// Whether the value that begins now is kept. Counts what isn't.
bool ValueBuilder::wanted() {
  if (skipped_depth_ > 0) return false;
  if (std::exchange(skip_next_, false)) return false;
  if (open_.empty()) return true;
  Value& parent = open_.back();
  const std::size_t siblings = parent.is_array() ? parent.items.size() : parent.members.size();
  if (siblings < kMaxItems && nodes_ < kMaxNodes && open_.size() < kMaxDepth) return true;
  ++parent.dropped;
  return false;
}

void ValueBuilder::begin(Value::Kind array_or_object) {
  if (!wanted()) {
    ++skipped_depth_;
    return;
  }
  ++nodes_;
  open_.emplace_back().kind = array_or_object;
  keys_.emplace_back();
}

void ValueBuilder::end() {
  if (skipped_depth_ > 0) {
    --skipped_depth_;
    return;
  }
  Value value = std::move(open_.back());
  open_.pop_back();
  keys_.pop_back();
  put(std::move(value));
}

void ValueBuilder::scalar(Value value) {
  if (!wanted()) return;
  ++nodes_;
  put(std::move(value));
}

void ValueBuilder::put(Value value) {
  if (open_.empty()) {
    result_ = std::move(value);
    done_ = true;
    return;
  }
  Value& parent = open_.back();
  if (parent.is_array()) {
    parent.items.push_back(std::move(value));
  } else if (parent.find(keys_.back())) {
    parent.repeated = true;
  } else {
    parent.members.push_back({std::move(keys_.back()), std::move(value)});
  }
}

void ValueBuilder::append(std::string_view part) {
  const std::size_t room = kMaxText - std::min(kMaxText, text_.size());
  const std::size_t left = kMaxAllText - std::min(kMaxAllText, all_text_);
  const std::size_t keep = std::min({part.size(), room, left});
  text_.append(part.substr(0, keep));
  text_cut_ += part.size() - keep;
  all_text_ += keep;
}

std::string ValueBuilder::take_text() {
  std::string text = bounded_text(text_, kMaxText, std::exchange(text_cut_, 0));
  text_.clear();
  return text;
}

void ValueBuilder::text_part(std::string_view part) {
  if (skipped_depth_ == 0 && !skip_next_) append(part);
}

void ValueBuilder::text_end(std::string_view part) {
  text_part(part);
  if (!wanted()) {
    all_text_ -= text_.size();
    text_.clear();
    text_cut_ = 0;
    return;
  }
  ++nodes_;
  put(Value::of(take_text()));
}

void ValueBuilder::key_part(std::string_view part) {
  if (skipped_depth_ == 0) append(part);
}

void ValueBuilder::key_end(std::string_view part) {
  if (skipped_depth_ > 0) return;
  append(part);
  keys_.back() = take_text();
  skip_next_ = std::find(kNeverKept.begin(), kNeverKept.end(), keys_.back()) != kNeverKept.end();
}

}  // namespace proctor::format
