// Finds any of many strings in a text at once, and fast: the search behind SecretMask.
//
// Three bytes are looked at in every window as long as the shortest pattern: a table says whether they occur
// in a pattern at all. Tokens are long, so most bytes are never looked at, however many there are. Where they
// do, Wu and Manber's method finds the pattern: the last three bytes of a window say how far it may move.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::policy {

struct SecretPatterns {
  /// Patterns of at least `kShortest` bytes; others are left out, longer ones than `kLongest` are cut up.
  explicit SecretPatterns(const std::vector<std::string>& wanted);

  struct Match {
    std::size_t begin;
    std::size_t end;
  };

  /// The first match that begins at `from` or later; of those that begin there, the longest.
  std::optional<Match> find(std::string_view text, std::size_t from) const;

  /// Where the end of text begins that is the beginning of a pattern; its size if there is none.
  std::size_t undecided(std::string_view text) const;

  bool empty() const { return patterns_.empty(); }
  std::size_t longest() const { return patterns_.empty() ? 0 : patterns_.front().size(); }

  static constexpr std::size_t kShortest = 8;
  static constexpr std::size_t kLongest = 1024;

 private:
  static constexpr std::size_t kBlock = 3;
  static constexpr std::size_t kTableBits = 13;
  static constexpr std::size_t kTableSize = std::size_t{1} << kTableBits;
  static std::size_t slot(const char* block);
  std::optional<Match> find_between(std::string_view text, std::size_t first, std::size_t last) const;

  std::vector<std::string> patterns_;  ///< the longest first
  std::size_t window_ = 0;
  std::vector<std::uint8_t> shift_{};           ///< by slot
  std::vector<std::uint32_t> first_by_slot_{};  ///< into by_slot_, one more than there are slots
  std::vector<std::uint32_t> by_slot_{};        ///< patterns by the slot of their window's last block
  std::array<std::vector<std::uint32_t>, 256> by_first_byte_{};
};

}  // namespace proctor::policy
