// May this call run? Asks the policy, earlier answers, and a person, in this order.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>

#include "config/config.hpp"
#include "policy/call_facts.hpp"
#include "policy/question.hpp"
#include "run/containment.hpp"
#include "tool/tool.hpp"

namespace proctor::tool {

struct PermissionRequest {
  policy::CallFacts facts{};
  policy::Risk risk = policy::Risk::high;
  std::optional<std::chrono::milliseconds> timeout{};
  /// What could still make the call senseless; looked at before a person is bothered.
  std::function<Result<void>()> check{};
};

/// As a person is told, and as an approval is bound to.
policy::Held held_by(const Containment& containment);

/// Nothing: it may run. Whatever goes wrong on the way is a no.
std::optional<Error> ask_permission(const Config& config, PermissionRequest request, const policy::Mask& mask,
                                    const Caller& caller);

/// The same for a tool that only looks, which nobody is asked about: the configuration alone can say no.
std::optional<Error> ask_configuration(const Config& config, const ToolInfo& tool,
                                       const std::filesystem::path& project_root, const policy::Mask& mask);

}  // namespace proctor::tool
