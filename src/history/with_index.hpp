// How the history asks its index (history.cpp and questions.cpp alone).
#pragma once

#include <fmt/format.h>

#include <type_traits>

#include "history/history.hpp"
#include "history/sqlite.hpp"

namespace proctor::history {

// Everything that is asked of the index: a damaged one is made anew once.
template <typename Work>
auto History::with_index(Work work) -> Result<decltype(work())> {
  for (const bool again : {false, true}) {
    try {
      if (!index_) open_index();
      if (index_->state() == Index::State::newer) {
        return fail(
            ErrorCode::internal_error,
            fmt::format("{} is of a newer version than this proctor knows: it doesn't use the file and "
                        "leaves it as it is. Use the newer proctor that wrote it, or move the file away",
                        (runs_dir() / "index.sqlite").string()));
      }
      if constexpr (std::is_void_v<decltype(work())>) {
        work();
        return {};
      } else {
        return work();
      }
    } catch (const DatabaseError& error) {
      const Error failed{ErrorCode::internal_error,
                         fmt::format("{}: {}", (runs_dir() / "index.sqlite").string(), error.what())};
      if (again || !error.damaged()) return tl::unexpected(failed);
      try {
        make_anew();
      } catch (const DatabaseError&) {
        return tl::unexpected(failed);
      }
    }
  }
  return fail(ErrorCode::internal_error, "the index can't be used");
}

}  // namespace proctor::history
