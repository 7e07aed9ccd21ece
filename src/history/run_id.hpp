// The ids of runs, "20260131-235959-0a1b2c3d": when the run began (UTC), and eight random digits. A person
// writes the beginning of the whole id, or of the random digits.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace proctor::history {

/// Whether a text could be an id, or a part of one.
bool could_be_run_id(std::string_view text);

/// Whether `asked` is the id, or the beginning of it or of its random digits.
bool is_meant(std::string_view id, std::string_view asked);

/// The one of a run's kept files (ID.log, ID.json) that `asked` means. INVALID_REQUEST (details.field "run")
/// if that can be no id, means several runs, or none of them: then with the message `missing`.
Result<std::filesystem::path> find_file_of(const std::vector<std::filesystem::path>& files,
                                           const std::string& asked, std::string missing);

/// So many of the random digits are written at least.
inline constexpr std::size_t kShortestTail = 4;

/// The random digits.
std::string tail_of(std::string_view id);

/// The shortest beginning of the random digits, four at least, that means no other of `ids`.
class ShortIds {
 public:
  explicit ShortIds(const std::vector<std::string>& ids);
  std::string of(std::string_view id) const;

 private:
  std::vector<std::string> tails_{};  // sorted
};

}  // namespace proctor::history
