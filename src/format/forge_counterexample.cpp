// The input that made a fuzz, table or invariant test fail, in words.
#include <fmt/format.h>

#include <utility>

#include "format/forge_case.hpp"

namespace proctor::format {
namespace {

// The first of these members that says something.
std::string first_text(const Value& call, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (auto text = call.text_of(name)) return *std::move(text);
  }
  return {};
}

// `sender=0x… Handler.set(uint256) args=[5]`
std::string one_call(const Value& call) {
  if (!call.is_object()) return call.is_text() ? call.text : to_readable(call);
  std::string line;
  for (const std::string_view name :
       {"warp", "roll"}) {  // what passed before the call, in time and in blocks
    const Value* jump = call.find(name);
    if (!jump || jump->is_null()) continue;
    line += fmt::format("{}={} ", name, jump->is_text() ? jump->text : to_readable(*jump));
  }
  if (const auto sender = call.text_of("sender")) line += fmt::format("sender={} ", *sender);
  std::string contract = first_text(call, {"contract_name", "addr"});
  contract.erase(0, contract.rfind(':') + 1);  // "test/Invariant.t.sol:Handler"
  const std::string function = first_text(call, {"signature", "func_name"});
  if (function.empty()) {
    return line + fmt::format("{} calldata={}", contract, first_text(call, {"calldata"}));
  }
  return line + fmt::format("{}.{} args=[{}]", contract, function, first_text(call, {"args", "raw_args"}));
}

std::string sequence(const Value& value) {
  // Older forge gives the calls alone, newer the length before shrinking beside them.
  const Value* calls = &value;
  std::optional<std::uint64_t> original;
  if (value.is_array() && value.items.size() == 2 && value.items.back().is_array()) {
    original = value.items.front().as_count();
    calls = &value.items.back();
  }
  if (!calls->is_array()) return to_readable(value);
  std::string text;
  const std::size_t length = calls->items.size() + calls->dropped;
  if (original && *original > length) text = fmt::format("({} calls, shrunk from {})\n", length, *original);
  for (const Value& call : calls->items) text += one_call(call) + "\n";
  if (calls->dropped > 0) text += fmt::format("… ({} more calls)\n", calls->dropped);
  if (!text.empty()) text.pop_back();
  return text;
}

std::string single(const Value& call) {
  std::string text = first_text(call, {"args", "raw_args", "calldata"});
  return text.empty() ? to_readable(call) : text;
}

}  // namespace

std::optional<std::string> read_forge_counterexample(const Value& counterexample) {
  if (counterexample.is_null()) return std::nullopt;
  std::string text;
  if (const Value* call = counterexample.find("Single")) {
    text = single(*call);
  } else if (const Value* calls = counterexample.find("Sequence")) {
    text = sequence(*calls);
  } else {
    text = counterexample.is_text() ? counterexample.text : to_readable(counterexample);
  }
  return bounded_text(text, ValueBuilder::kMaxText);
}

}  // namespace proctor::format
