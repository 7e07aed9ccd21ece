// How the commands of a run are held: which isolation level, with which limits. Doors and frameworks don't
// decide that; the configuration does, and where the code came from.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "config/config.hpp"
#include "supervise/supervise.hpp"

namespace proctor {

/// Where the code of a run came from.
enum class Origin {
  project,    ///< of the user's own machine, in place
  upload,     ///< from somebody else: held by a sandbox unless the user's own configuration says otherwise
  submission  ///< as an upload, but without a sandbox, where none can be had, it's run with what there is
};

struct Containment {
  IsolationLevel level = IsolationLevel::process;
  supervise::Sandbox sandbox{};
  std::vector<std::filesystem::path> writable{};
  std::vector<std::filesystem::path> protected_files{};  ///< in a sandbox
  std::vector<std::string> warnings{};                   ///< that it is less than it should be, say

  /// Puts all of it into what this command is started with.
  void apply(supervise::RunOptions& options, const supervise::Command& command) const;
};

/// Why no sandbox can be had; nothing if it can. Asked only where one is wanted.
using SandboxProbe = std::function<std::optional<supervise::SandboxObstacle>()>;

/// SANDBOX_UNAVAILABLE if a sandbox is asked for, none can be had on this machine, and no lesser level was
/// accepted. RESOURCES_EXHAUSTED if one may be had later: then no lesser level stands in, whatever was
/// accepted. TEST_CANCELLED if the probe was stopped. `workspace`: the directory that the commands work in
/// and may write to.
Result<Containment> contain(const Config& config, Origin origin, const std::filesystem::path& workspace,
                            const SandboxProbe& probe);

/// What every sandbox has by the configuration.
supervise::Sandbox sandbox_from(const Config& config);

/// The configured limits but for the time limit, which a request may name. In a sandbox, those that aren't
/// configured have defaults that keep the machine usable, and those that only an untrusted project names are
/// at most these.
supervise::Limits limits_from(const Config& config, IsolationLevel level);

}  // namespace proctor
