// May this call run? Asks the policy, earlier answers, and a person, in this order.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "config/config.hpp"
#include "policy/call_facts.hpp"
#include "policy/question.hpp"
#include "run/containment.hpp"
#include "tool/tool.hpp"

namespace proctor::tool {

/// What a person said yes to. It counts for this one call, held as strictly, until the call has begun.
struct Granted {
  std::string fingerprint;
  std::optional<policy::Held> held;
};

struct PermissionRequest {
  policy::CallFacts facts{};
  policy::Risk risk = policy::Risk::high;
  std::optional<std::chrono::milliseconds> timeout{};
  /// What could still make the call senseless; looked at before a person is bothered.
  std::function<Result<void>()> check{};
  /// Called before a person is asked, who may take long to answer. May be empty.
  std::function<void()> on_asking{};
  /// Takes what the person should know beside the answer. May be empty.
  std::function<void(std::string)> warn{};
};

/// As a person is told, and as an approval is bound to.
policy::Held held_by(const Containment& containment);

/// Nothing: it may run. Whatever goes wrong on the way is a no. `granted` has what was allowed of this call
/// when it was decided before, and takes what is allowed now: who is asked again isn't asked the same.
std::optional<Error> ask_permission(const Config& config, PermissionRequest request, const policy::Mask& mask,
                                    const Caller& caller, std::optional<Granted>& granted);

/// The same for a tool that only looks, which nobody is asked about: the configuration alone can say no.
std::optional<Error> ask_configuration(const Config& config, const ToolInfo& tool,
                                       const std::filesystem::path& project_root, const policy::Mask& mask);

}  // namespace proctor::tool
