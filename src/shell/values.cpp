// What a command keeps of exit codes, and asks about them: the part of Reading that looks at values.
#include <re2/re2.h>

#include "shell/nodes.hpp"
#include "shell/reading.hpp"

namespace proctor::shell {
namespace {

using Kept = State::Kept;

}  // namespace

// Ends with the exit code of what it substitutes, or 0.
States Reading::assignment(TSNode node, const States& in) {
  const int substituted = substituted_;
  States now = substitutions(node, in);
  const bool plain = substituted == substituted_;
  Nodes parts{node};
  if (type_of(node) != "variable_assignment") parts = children(node);
  for (const TSNode part : parts) {
    if (type_of(part) != "variable_assignment") continue;
    const std::string name(source(field(part, "name")));
    const TSNode value = field(part, "value");
    const std::string text = ts_node_is_null(value) ? std::string() : word_of(value).text;
    values_[name] = text;
    if (name != kept_name_) continue;
    const bool adds = source(part).substr(name.size()).starts_with("+=");
    now = now.map([&](State state, States& out) {
      const State asked = state;
      for (const bool zero : {true, false}) {
        if (plain && !adds && !may(text, asked, zero)) continue;
        state.kept = zero ? Kept::zero : Kept::other;
        out.add(state);
      }
    });
  }
  return plain ? now.ending(true) : now;
}

// Whether a value can be 0, or anything else.
bool Reading::may(const std::string& value, const State& state, bool zero) const {
  std::string name, added;
  static const RE2 kSum(R"(\$\(\(\s*(\$?\{?\w+\}?)\s*(?:\+|\|\|?)\s*(\d+|\$\?)\s*\)\))");
  static const RE2 kFirst(R"(\$\{?PIPESTATUS(?:\[0\])?\}?)"), kName(R"(\$?\{?(\w+)(?::-0)?\}?)");
  if (value == "$?" || value == "${?}") return state.ok == zero;
  if (RE2::FullMatch(value, kFirst)) return state.first_ok == zero;
  if (RE2::FullMatch(value, kSum, &name, &added)) {
    return zero ? may(name, state, true) && may(added, state, true)
                : may(name, state, false) || may(added, state, false);
  }
  if (!value.empty() && value.find_first_not_of("0123456789") == value.npos)
    return (value.find_first_not_of('0') == value.npos) == zero;
  if (!RE2::FullMatch(value, kName, &name) || name != kept_name_) return true;
  return state.kept == Kept::unset || (state.kept == Kept::zero) == zero;
}

// "[ $? -eq 0 ]", "(( rc != 0 ))", "((n++))", "let n+=1": what it asks or counts may be known. What else sets
// the variable makes its value unknown.
States Reading::question(std::string_view text, const States& in) const {
  static const RE2 kAsks(
      R"((?:\[\[?|\(\(|test)\s*["']?([^\s"']+?)["']?\s*(-eq|==?|-ne|!=|-gt|>)\s*["']?0["']?\s*(?:\]\]?|\)\))?)");
  static const RE2 kCounts(
      R"((?:\(\(|let)\s*["']?(?:\+\+(\w+)|(\w+)(?:\+\+|\s*\+=\s*[1-9]\d*))["']?\s*(?:\)\))?)");
  const re2::StringPiece all(text.data(), text.size());
  const auto keeping = [&in](Kept kept) {
    return in.map([kept](State state, States& out) {
      state.kept = kept;
      out.add(state);
    });
  };
  std::string value, operation;
  if (RE2::FullMatch(all, kCounts, &value, &operation) && value + operation == kept_name_)
    return keeping(Kept::other).then(unknown());
  const bool asks = RE2::FullMatch(all, kAsks, &value, &operation);
  if (!asks || (operation == "=" && text.starts_with('('))) {
    const bool may_set = !kept_name_.empty() && text.find(kept_name_) != text.npos &&
                         !text.starts_with('[') && !text.starts_with("test");
    return (may_set ? keeping(Kept::unset) : in).then(unknown());
  }
  const bool equal = operation == "-eq" || operation.starts_with('=');
  return in.map([&](const State& state, States& out) {
    for (const bool zero : {true, false}) {
      if (may(value, state, zero)) out |= States{state}.ending(zero == equal);
    }
  });
}

}  // namespace proctor::shell
