#include "policy/secret_patterns.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "base/text.hpp"

namespace proctor::policy {

SecretPatterns::SecretPatterns(const std::vector<std::string>& wanted) {
  for (std::string_view pattern : wanted) {
    // The parts stand side by side wherever the whole does. The last two share what is left, so that none is
    // too short.
    while (pattern.size() > kLongest) {
      const std::size_t part = std::min(kLongest, pattern.size() / 2);
      patterns_.emplace_back(pattern.substr(0, part));
      pattern.remove_prefix(part);
    }
    if (pattern.size() >= kShortest) patterns_.emplace_back(pattern);
  }
  std::sort(patterns_.begin(), patterns_.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  patterns_.erase(std::unique(patterns_.begin(), patterns_.end()), patterns_.end());
  if (patterns_.empty()) return;

  window_ = std::min<std::size_t>(patterns_.back().size(), std::numeric_limits<std::uint8_t>::max());
  shift_.assign(kTableSize, static_cast<std::uint8_t>(window_ - kBlock + 1));
  first_by_slot_.assign(kTableSize + 1, 0);
  std::vector<std::size_t> last_slot(patterns_.size());
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    const std::string& pattern = patterns_[i];
    for (std::size_t at = 0; at + kBlock <= window_; ++at) {
      std::uint8_t& shift = shift_[slot(pattern.data() + at)];
      shift = std::min(shift, static_cast<std::uint8_t>(window_ - kBlock - at));
    }
    last_slot[i] = slot(pattern.data() + window_ - kBlock);
    ++first_by_slot_[last_slot[i] + 1];
    by_first_byte_[static_cast<unsigned char>(pattern.front())].push_back(static_cast<std::uint32_t>(i));
  }
  std::partial_sum(first_by_slot_.begin(), first_by_slot_.end(), first_by_slot_.begin());
  by_slot_.resize(patterns_.size());
  std::iota(by_slot_.begin(), by_slot_.end(), 0U);
  std::stable_sort(by_slot_.begin(), by_slot_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return last_slot[a] < last_slot[b]; });
}

std::size_t SecretPatterns::slot(const char* block) {
  const auto byte = [block](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(block[i])}; };
  constexpr std::uint32_t kSpread = 0x9E3779B1U;
  return ((byte(0) | byte(1) << 8U | byte(2) << 16U) * kSpread) >> (32U - kTableBits);
}

std::optional<SecretPatterns::Match> SecretPatterns::find(std::string_view text, std::size_t from) const {
  if (patterns_.empty() || text.size() < window_) return std::nullopt;
  // Every window has one of the samples in it. They don't depend on each other, so the processor looks at
  // several at once.
  const std::size_t last_offset = window_ - kBlock;
  const std::size_t stride = last_offset + 1;
  const std::uint8_t absent = static_cast<std::uint8_t>(stride);
  std::size_t sample = from + last_offset;
  for (; sample + kBlock <= text.size(); sample += stride) {
    while (sample + 3 * stride + kBlock <= text.size() && shift_[slot(text.data() + sample)] == absent &&
           shift_[slot(text.data() + sample + stride)] == absent &&
           shift_[slot(text.data() + sample + 2 * stride)] == absent &&
           shift_[slot(text.data() + sample + 3 * stride)] == absent) {
      sample += 4 * stride;
    }
    if (sample + kBlock > text.size()) break;
    if (shift_[slot(text.data() + sample)] == absent) continue;
    if (const auto match = find_between(text, sample - last_offset, sample)) return match;
  }
  // A window that the last sample isn't in would end beyond the text.
  return std::nullopt;
}

// The first match that begins from `first` to `last`.
std::optional<SecretPatterns::Match> SecretPatterns::find_between(std::string_view text, std::size_t first,
                                                                  std::size_t last) const {
  for (std::size_t at = first; at <= last && at + window_ <= text.size();) {
    const std::size_t block = slot(text.data() + at + window_ - kBlock);
    if (shift_[block] > 0) {
      at += shift_[block];
      continue;
    }
    for (std::size_t i = first_by_slot_[block]; i < first_by_slot_[block + 1]; ++i) {
      const std::string& pattern = patterns_[by_slot_[i]];
      if (text.substr(at).starts_with(pattern)) return Match{at, at + pattern.size()};
    }
    ++at;
  }
  return std::nullopt;
}

std::size_t SecretPatterns::undecided(std::string_view text) const {
  if (patterns_.empty()) return text.size();
  for (std::size_t at = text.size() - std::min(text.size(), longest() - 1); at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    for (const std::uint32_t i : by_first_byte_[static_cast<unsigned char>(text[at])]) {
      if (patterns_[i].size() <= rest.size()) break;  // the longest come first
      if (std::string_view(patterns_[i]).starts_with(rest)) return at;
    }
  }
  return text.size();
}

}  // namespace proctor::policy
