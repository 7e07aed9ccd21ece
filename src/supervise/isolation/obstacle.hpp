// Why no sandbox can be had, and whether that may pass.
//
// On a machine that allows no sandbox, less may be accepted in its place. A machine that is only short of
// something at the moment is no such machine: whoever brought that about would choose by what its neighbours
// are held. So an obstacle is taken for lasting only where that is proven, and everything else may pass, what
// nobody has thought of included.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/report.hpp"

namespace proctor::supervise {

struct SandboxObstacle {
  enum class Kind {
    lasting,  ///< the machine, or how it is set up, allows no sandbox
    passing,  ///< something is short, took too long, or isn't understood; another try may go well
    stopped   ///< nobody knows: a stop was asked for
  };
  Kind kind = Kind::passing;
  std::string reason{};  ///< a sentence for a person: what is missing, and what to do

  bool lasts() const { return kind == Kind::lasting; }
};

/// A step of making a sandbox that failed. `said` is what failed and why, as a person reads it; `error` is
/// the errno value behind it, 0 if it isn't known.
SandboxObstacle obstacle_of(std::string_view said, int error);

/// The same for what bubblewrap said before it ended.
SandboxObstacle obstacle_of_words(std::string_view words);

/// What the end of a command that does nothing, and that was to run in a sandbox, says of sandboxes here:
/// nothing if it went well.
std::optional<SandboxObstacle> obstacle_behind(const Termination& end);

}  // namespace proctor::supervise
