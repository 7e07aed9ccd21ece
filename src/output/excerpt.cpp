#include "output/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/newlines.hpp"
#include "base/text.hpp"
#include "output/failure_lines.hpp"

namespace proctor::output {
namespace {

constexpr std::string_view kGap = "[\u2026]\n";
constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kHeadShare = 25;        // percent of what the marks leave
constexpr std::size_t kFailureShare = 50;     // at most
constexpr int kExplanations = 4;              // lines after a failure
constexpr std::size_t kLongestFailure = 512;  // bytes kept of one line, and at most half of the room for all
constexpr std::size_t kLeastOfFailure = 24;   // less of a line says nothing
constexpr std::size_t kWidestCharacter = 4;
constexpr std::size_t kLineKept = 4096;  // of an unfinished line, see reports_failure

std::size_t percent(std::size_t of, std::size_t part) {
  return of / 100 * part + of % 100 * part / 100;
}

std::string marker(std::uint64_t bytes, std::uint64_t lines, std::string_view hint) {
  const std::string where = hint.empty() ? "" : fmt::format("; whole output: {}", hint);
  return fmt::format("[\u2026 {} bytes, {} lines left out{} \u2026]\n", bytes, lines, where);
}

// What of the beginning is shown in at most `limit` bytes: whole lines if that doesn't lose much.
std::string_view cut_head(std::string_view text, std::size_t limit) {
  text = text.substr(0, utf8_prefix(text, limit));
  const std::size_t newline = text.rfind('\n');
  return newline != std::string_view::npos && newline >= text.size() / 2 ? text.substr(0, newline + 1) : text;
}

std::string_view cut_tail(std::string_view text, std::size_t limit) {
  text.remove_prefix(text.size() - std::min(text.size(), limit));
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80U) text.remove_prefix(1);
  const std::size_t newline = text.find('\n');
  return newline != std::string_view::npos && newline < text.size() / 2 ? text.substr(newline + 1) : text;
}

}  // namespace

Excerpt::Excerpt(std::size_t max_bytes) : max_bytes_(max_bytes) {}

void Excerpt::add(std::string_view text) {
  const std::size_t room = max_bytes_ - head_.size();
  const bool had_room = total_ == head_.size();
  const std::uint64_t begin = total_;
  total_ += text.size();
  if (had_room) {
    head_ += text.substr(0, room);
    if (text.size() <= room) return;
    // Only now is it known that something will be cut.
    const std::size_t before = static_cast<std::size_t>(begin);
    scan(std::string_view(head_).substr(0, before), 0);
  }
  scan(text, begin);
  if (had_room) text.remove_prefix(room);
  if (text.size() >= max_bytes_) {
    tail_ = text.substr(text.size() - max_bytes_);
    return;
  }
  tail_ += text;
  if (tail_.size() / 2 > max_bytes_) tail_.erase(0, tail_.size() - max_bytes_);
}

// Looks for lines that report failures, also those that come in pieces.
void Excerpt::scan(std::string_view text, std::uint64_t begin) {
  if (full_) {
    newlines_ += count_newlines(text);
    return;
  }
  if (!line_.empty()) {
    const std::size_t newline = text.find('\n');
    line_ += text.substr(0, std::min(newline, kLineKept - std::min(kLineKept, line_.size())));
    if (newline == std::string_view::npos) return;
    ++newlines_;
    judge(line_, line_begin_);
    line_.clear();
    text.remove_prefix(newline + 1);
    begin += newline + 1;
  }
  const std::size_t whole = text.rfind('\n') + 1;
  line_ = text.substr(whole, kLineKept);
  line_begin_ = begin + whole;
  scan_lines(text.substr(0, whole), begin);
}

void Excerpt::scan_lines(std::string_view lines, std::uint64_t begin) {
  std::size_t at = 0;  // always the beginning of a line
  while (at < lines.size() && !full_) {
    if (follow_ == 0) {
      const std::size_t found = find_failure(lines.substr(at));
      if (found == std::string_view::npos) break;
      const std::size_t line = lines.rfind('\n', at + found) + 1;  // npos + 1 is 0
      newlines_ += count_newlines(lines.substr(at, line - at));
      at = line;
    }
    const std::size_t size = lines.find('\n', at) - at;
    judge(lines.substr(at, size), begin + at);
    ++newlines_;
    at += size + 1;
  }
  newlines_ += count_newlines(lines.substr(at));
}

void Excerpt::judge(std::string_view line, std::uint64_t begin) {
  if (full_) return;
  if (reports_failure(line)) {
    follow_ = kExplanations;
    keep(line, begin);
  } else if (follow_ > 0) {
    --follow_;
    if (explains_failure(line)) keep(line, begin);
  }
}

void Excerpt::keep(std::string_view line, std::uint64_t begin) {
  const std::size_t share = percent(max_bytes_, kFailureShare);
  const std::size_t longest = std::min(kLongestFailure, std::max(kLeastOfFailure, share / 2));
  const std::size_t room = share - std::min(share, failures_.size() + kEllipsis.size() + 1);
  const std::size_t size = utf8_prefix(line, std::min(longest, room));
  const bool cut = size < line.size();
  if (cut && size + kWidestCharacter <= kLeastOfFailure) {
    full_ = true;
    return;
  }
  const std::size_t newlines = cut ? 0 : 1;
  kept_.push_back({begin, size + newlines, newlines, failures_.size()});
  failures_ += shown(kept_.back(), line);
}

// With the end of the line, or the mark of one that is cut.
std::string Excerpt::shown(const Kept& kept, std::string_view line) {
  std::string text(line.substr(0, kept.size - kept.newlines));
  if (kept.newlines == 0) text += kEllipsis;
  return text += '\n';
}

Excerpt::Tail Excerpt::tail(std::size_t size) const {
  std::string text;
  if (size > tail_.size()) {
    const std::size_t missing = std::min(head_.size(), size - tail_.size());
    text = head_.substr(head_.size() - missing);
  }
  text += std::string_view(tail_).substr(tail_.size() - std::min(size, tail_.size()));
  text = cut_tail(text, size);
  return {text, total_ - text.size()};
}

ExcerptText Excerpt::finish(std::string_view log_hint) const {
  if (total_ == head_.size()) return {head_, total_, false};
  // The longest mark that leaves room for twice as much as it takes.
  const std::string shown_hint = for_terminal(log_hint);
  std::string_view hint = shown_hint;
  std::size_t mark = marker(total_, newlines_, hint).size();
  const auto leaves = [&](std::size_t share) {
    return mark + kGap.size() + 1 <= max_bytes_ - percent(max_bytes_, share);
  };
  if (!leaves(50)) {
    hint = {};
    mark = marker(total_, newlines_, hint).size();
  }
  if (!leaves(40)) {
    if (max_bytes_ < kEllipsis.size()) return {"", total_, true};
    return {std::string(kEllipsis) + tail(max_bytes_ - kEllipsis.size()).text, total_, true};
  }

  const std::size_t room = max_bytes_ - mark - kGap.size() - 1;  // 1: a newline after a line that is cut
  const std::string_view head = cut_head(head_, percent(room, kHeadShare));
  const std::size_t least_tail = room - percent(room, kHeadShare) - percent(room, kFailureShare);
  std::size_t used = 0;
  std::vector<Kept> chosen;
  for (Kept kept : kept_) {
    if (kept.begin < head.size() || kept.begin + kept.size > total_ - least_tail) continue;
    const std::string_view line = std::string_view(failures_).substr(kept.text, kept.size - kept.newlines);
    const std::size_t left = percent(room, kFailureShare) - used;
    if (shown(kept, line).size() > left) {
      const std::size_t size = utf8_prefix(line, left - std::min(left, kEllipsis.size() + 1));
      if (size + kWidestCharacter <= kLeastOfFailure) break;
      kept.size = size;
      kept.newlines = 0;
    }
    used += shown(kept, line).size();
    chosen.push_back(kept);
  }
  const Tail end = tail(room - head.size() - used);
  std::string failures;
  std::uint64_t bytes = head.size() + end.text.size();
  std::uint64_t lines = count_newlines(head) + count_newlines(end.text);
  for (const Kept& kept : chosen) {
    if (kept.begin + kept.size > end.begin) break;  // the end shows it
    failures += shown(kept, std::string_view(failures_).substr(kept.text));
    bytes += kept.size;
    lines += kept.newlines;
  }
  std::string text(head);
  if (!head.empty() && !head.ends_with('\n')) text += '\n';
  text += marker(total_ - bytes, newlines_ - lines, hint);
  text += failures;
  if (!failures.empty()) text += kGap;
  text += end.text;
  return {text, total_, true};
}

}  // namespace proctor::output
