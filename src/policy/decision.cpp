#include "policy/decision.hpp"

#include <fmt/format.h>

#include "policy/patterns.hpp"

namespace proctor::policy {
namespace {

using Kind = Decision::Kind;
using Approval = Config::Tools::Approval;

// The entry that matches; nullptr if none does.
template <typename Matches>
const std::string* matching(const std::vector<std::string>& entries, const CallFacts& facts,
                            Matches matches) {
  for (const std::string& entry : entries) {
    if (matches(entry, facts)) return &entry;
  }
  return nullptr;
}

Decision outside_of_roots(const Config::Tools& tools, const CallFacts& facts) {
  std::string roots;
  for (const auto& root : tools.roots) roots += ", " + root.string();
  return {
      Kind::refuse, ErrorCode::invalid_request,
      fmt::format("workdir {} lies outside of where tools may work (the project{}): choose one inside, or "
                  "add it to tools.roots in your own proctor.toml",
                  facts.workdir.string(), roots)};
}

bool is_question(const Approval& approval, const CallFacts& facts) {
  const bool demanded = facts.asks || (facts.mutating && approval.prompt_side_effects);
  return demanded || (approval.mode != Approval::Mode::automatic && facts.mutating);
}

Decision by_answer(const CallFacts& facts) {
  switch (facts.earlier) {
    case Taken::denied:
      return {Kind::refuse, ErrorCode::approval_denied,
              "this call was denied; proctor approvals shows when that is forgotten"};
    case Taken::allowed:
      return {Kind::run, {}, "allowed once"};
    case Taken::always:
      return {Kind::run, {}, "always allowed"};
    case Taken::none:
      break;
  }
  return {Kind::ask, ErrorCode::approval_required, "a person has to allow this call"};
}

}  // namespace

Decision decide(const Config::Tools& tools, const CallFacts& facts) {
  using Mode = Config::Tools::Mode;
  const Approval& approval = tools.approval;
  if (tools.mode == Mode::disabled)
    return {Kind::refuse, ErrorCode::tool_disabled, "tools are off: tools.mode is \"disabled\""};
  if (const std::string* entry = matching(approval.denylist, facts, deny_matches)) {
    return {Kind::refuse, ErrorCode::approval_denied,
            fmt::format("tools.approval.denylist forbids this call: \"{}\"", *entry)};
  }
  if (!facts.inside_roots) return outside_of_roots(tools, facts);
  if (tools.mode == Mode::parse_only) {
    const std::string would = facts.command.empty() ? "the call is well-formed"
                                                    : fmt::format("the call would run `{}` in {}",
                                                                  facts.command, facts.workdir.string());
    return {Kind::refuse, ErrorCode::tool_disabled,
            would + "; nothing was run, since tools.mode is \"parse_only\""};
  }
  if (!approval.enabled) return {Kind::run, {}, "approvals are off"};
  const std::string* allowed = matching(approval.allowlist, facts, allow_matches);
  if (allowed) return {Kind::run, {}, fmt::format("tools.approval.allowlist allows it: \"{}\"", *allowed)};
  if (approval.mode == Approval::Mode::deny) {
    return {Kind::refuse, ErrorCode::approval_denied,
            "tools.approval.mode is \"deny\", and tools.approval.allowlist doesn't hold this call"};
  }
  if (!is_question(approval, facts)) return {Kind::run, {}, "needs no approval"};
  return by_answer(facts);
}

Error refusal(const Decision& decision, const CallFacts& facts, const Mask& mask) {
  const auto masked = [&mask](std::string_view text) { return mask ? mask(text) : std::string(text); };
  boost::json::object details{{"tool", facts.tool}};
  if (!facts.command.empty()) details["command"] = masked(facts.command);
  if (!facts.workdir.empty()) details["workdir"] = masked(facts.workdir.string());
  if (decision.code == ErrorCode::invalid_request) details["field"] = "workdir";
  return {decision.code, masked(decision.reason), std::move(details)};
}

}  // namespace proctor::policy
