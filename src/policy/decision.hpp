// May this call run? A pure function of the settings and of what is known about the call.
#pragma once

#include <string>

#include "base/error.hpp"
#include "config/config.hpp"
#include "policy/call_facts.hpp"
#include "policy/question.hpp"

namespace proctor::policy {

struct Decision {
  enum class Kind { run, ask, refuse };
  Kind kind = Kind::refuse;
  ErrorCode code = ErrorCode::internal_error;  ///< of a refusal; approval_required for a question
  std::string reason{};                        ///< one sentence; quotes nothing of the command
};

/// The first of these that applies:
///   tools are off                      TOOL_DISABLED
///   the denylist matches               APPROVAL_DENIED
///   the workdir is outside the roots   INVALID_REQUEST
///   tools are only checked             TOOL_DISABLED
///   approvals are off                  run
///   mode "deny"                        APPROVAL_DENIED, or run if the allowlist matches
///   the allowlist matches              run
///   nothing makes it a question        run
///   an earlier no                      APPROVAL_DENIED
///   an earlier yes, once or always     run
///   otherwise                          ask
///
/// Mode "prompt" makes a question of whatever isn't read-only; mode "auto" only of what the tool demands
/// (facts.asks, or mutating while prompt_side_effects is set).
///
/// Ask with facts.earlier = none first, and take an approval (approvals.hpp) only when this says `ask`:
/// taking uses it up.
Decision decide(const Config::Tools& tools, const CallFacts& facts);

/// The answer to a call that is refused, or that has to wait for a person. The details tell {tool, command,
/// workdir}: in mode "parse_only", what would have run.
Error refusal(const Decision& decision, const CallFacts& facts, const Mask& mask);

}  // namespace proctor::policy
