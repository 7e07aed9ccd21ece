// The way of a call from its question to its turn.
#include <utility>

#include "policy/workdir.hpp"
#include "tool/call.hpp"

namespace proctor::tool {

std::optional<Error> ask_permission(const Call& call, PermissionRequest request) {
  Turn& turn = call.turn;
  // Those that wait needn't wait for a person, too.
  request.on_asking = [&turn] {
    turn.place.reset();
    turn.late = true;
  };
  request.warn = [&turn](std::string text) { turn.warnings.push_back(std::move(text)); };
  const auto mask = [&call](std::string_view text) { return call.shown(text); };
  return ask_permission(call.config, std::move(request), mask, call.caller, turn.granted);
}

std::optional<CallResult> take_turn(const Call& call, const std::filesystem::path& workdir) {
  Turn& turn = call.turn;
  if (!turn.place) {
    auto place = call.running.enter(call.config.tools.max_parallel, call.caller.stop, [&](std::size_t ahead) {
      turn.late = true;
      call.tell(Waiting{ahead});
    });
    if (!place) {
      return error_result(
          {ErrorCode::test_cancelled, "The call was cancelled before its turn: nothing was run."});
    }
    turn.place.emplace(std::move(place));
  }
  if (auto unmoved = workdir.empty() ? Result<void>() : policy::check_unmoved(workdir); !unmoved)
    return error_result(unmoved.error());
  if (!std::exchange(turn.late, false)) return std::nullopt;
  turn.again = true;
  return CallResult();
}

}  // namespace proctor::tool
