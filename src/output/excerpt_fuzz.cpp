// Whatever a command prints and whatever the limit: the excerpt keeps to it, is valid, and doesn't depend on
// the pieces in which the output came.
#include "output/excerpt.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "base/text.hpp"

namespace {

using namespace proctor;
using namespace proctor::output;

void check(bool holds) {
  if (!holds) std::abort();
}

ExcerptText excerpt(std::string_view text, std::size_t limit, std::size_t pieces, std::string_view hint) {
  Excerpt result(limit);
  std::size_t state = text.size();
  while (!text.empty()) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const std::size_t wanted = pieces == 0 ? text.size() : 4 + (state >> 33U) % pieces;
    const std::size_t size = std::max<std::size_t>(utf8_prefix(text, wanted), 1);
    result.add(text.substr(0, size));
    text.remove_prefix(size);
  }
  return result.finish(hint);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const std::size_t limit = data[0] + (data[1] % 8U) * 256U;
  const std::string once = to_valid_utf8({reinterpret_cast<const char*>(data + 3), size - 3});
  std::string text;
  for (int i = 0; i <= data[2] % 16; ++i) text += once;
  const std::string_view hint = data[2] >= 128 ? "proctor log 17" : "";

  const ExcerptText whole = excerpt(text, limit, 0, hint);
  const ExcerptText pieces = excerpt(text, limit, 100, hint);
  check(whole.text == pieces.text);
  check(whole.text.size() <= limit);
  check(is_valid_utf8(whole.text));
  check(whole.total_bytes == text.size());
  check(whole.truncated == (text.size() > limit));
  if (!whole.truncated) check(whole.text == text);
  if (whole.truncated && limit >= 3) check(!whole.text.empty());
  return 0;
}
