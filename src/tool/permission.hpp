// May this call run? Asks the policy, earlier answers, and a person, in this order.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "config/config.hpp"
#include "policy/call_facts.hpp"
#include "policy/question.hpp"
#include "tool/tool.hpp"

namespace proctor::tool {

struct PermissionRequest {
  policy::CallFacts facts{};
  policy::Risk risk = policy::Risk::high;
  std::optional<std::chrono::milliseconds> timeout{};
  /// What could still make the call senseless; looked at before a person is bothered.
  std::function<Result<void>()> check{};
};

/// Nothing: it may run. Whatever goes wrong on the way is a no.
std::optional<Error> ask_permission(const Config& config, PermissionRequest request, const policy::Mask& mask,
                                    const Caller& caller);

}  // namespace proctor::tool
