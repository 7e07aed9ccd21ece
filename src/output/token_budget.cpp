#include "output/token_budget.hpp"

#include <algorithm>
#include <limits>

namespace proctor::output {
namespace {

// Everything is counted in quarters of a token, so that parts can be added up. The first byte of a character
// costs what all of it costs; those that follow (10xxxxxx) cost nothing.
std::size_t quarters(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x80 ? 1 : byte < 0xC0 ? 0 : 4;
}

std::size_t quarters(std::string_view text) {
  std::size_t sum = 0;
  for (const char c : text) sum += quarters(c);
  return sum;
}

bool continues(char c) {
  return quarters(c) == 0;
}

std::string_view prefix(std::string_view text, std::size_t limit) {
  std::size_t length = 0;
  for (std::size_t sum = 0; length < text.size(); ++length) {
    sum += quarters(text[length]);
    if (sum > limit) break;
  }
  return text.substr(0, length);
}

}  // namespace

std::size_t estimated_tokens(std::string_view text) {
  return (quarters(text) + 3) / 4;
}

std::string_view token_prefix(std::string_view text, std::size_t tokens) {
  return prefix(text, tokens > text.size() ? text.size() * 4 : tokens * 4);
}

std::string_view token_suffix(std::string_view text, std::size_t tokens) {
  const std::size_t limit = tokens > text.size() ? text.size() * 4 : tokens * 4;
  std::size_t begin = text.size();
  for (std::size_t sum = 0; begin > 0; --begin) {
    sum += quarters(text[begin - 1]);
    if (sum > limit) break;
  }
  while (begin < text.size() && continues(text[begin])) ++begin;
  return text.substr(begin);
}

BudgetedText::BudgetedText(std::size_t max_tokens)
    : left_(std::min(max_tokens, std::numeric_limits<std::size_t>::max() / 8) * 4) {}

bool BudgetedText::line(std::string_view text, std::size_t reserved_tokens) {
  const std::size_t cost = quarters(text) + 1;
  if (cost > left_ || left_ - cost < reserved_tokens * 4) return false;
  left_ -= cost;
  out_.append(text);
  out_ += '\n';
  return true;
}

void BudgetedText::cut_line(std::string_view text, std::size_t reserved_tokens) {
  if (line(text, reserved_tokens)) return;
  constexpr std::string_view kCut = "…";
  const std::size_t room = left_ - std::min(left_, reserved_tokens * 4);
  const std::size_t mark = quarters(kCut) + 1;
  // Where not even the mark fits beside some of the text, its beginning alone is all there is.
  const bool marked = room >= mark + 8;
  std::string part(prefix(text, marked ? room - mark : room));
  if (marked) part.append(kCut).append("\n");
  left_ -= quarters(part);
  out_ += part;
}

}  // namespace proctor::output
