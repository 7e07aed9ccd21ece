// Output that can't be trusted: nothing is left that a terminal would act on, wherever it is cut into pieces
// the lines are the same, and the lines of two streams are never glued together.
#include "output/sanitize.hpp"

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

// Valid, and without any of the forbidden characters (found here by their bytes, not by the code under test).
void check_harmless(std::string_view text) {
  check(is_valid_utf8(text));
  check(for_terminal(text) == text);
  for (const std::string_view hidden :
       {"\u2028", "\u2029", "\u200B", "\u2060", "\uFEFF", "\u2064", "\u180E", "\uFFF9"}) {
    check(text.find(hidden) == std::string_view::npos);
  }
  check(text.find("\xF3\xA0") == std::string_view::npos);  // U+E0000 and on
}

struct Sanitized {
  std::string chunks{};
  std::string lines{};
  std::string lines_of_out{};
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33U) % limit;
  }

 private:
  std::uint64_t state_;
};

// A bar divides what is printed to the two streams; `pieces` of at most that many bytes.
Sanitized run(std::string_view bytes, std::size_t pieces, bool ticks, std::uint64_t seed) {
  Sanitized result;
  Random random(seed);
  bool open_chunk = false;
  Stream chunk_stream = Stream::out;
  Sanitizer sanitizer(
      [&](Stream stream, std::string_view text) {
        check(!text.empty());
        check_harmless(text);
        check(!open_chunk || stream == chunk_stream);
        open_chunk = !text.ends_with('\n');
        chunk_stream = stream;
        result.chunks += text;
      },
      [&](Stream stream, std::string_view text) {
        check(!text.empty());
        check_harmless(text);
        result.lines += text;
        if (stream == Stream::out) result.lines_of_out += text;
      });
  Stream stream = Stream::out;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('|'), bytes.size());
    std::string_view part = bytes.substr(0, end);
    while (!part.empty()) {
      const std::size_t size = pieces == 0 ? part.size() : std::min(part.size(), 1 + random.below(pieces));
      sanitizer.feed(stream, part.substr(0, size));
      part.remove_prefix(size);
      if (ticks && random.below(4) == 0) sanitizer.tick();
    }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    stream = stream == Stream::out ? Stream::err : Stream::out;
  }
  sanitizer.finish();
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::uint64_t seed = size > 0 ? data[0] : 0;
  // Said many times over, so that long lines and long sequences are met as well.
  std::string bytes;
  const std::string_view given(reinterpret_cast<const char*>(data), size);
  const std::size_t times = seed == '#' && size < 100 ? 800 : 1;
  for (std::size_t i = 0; i < times; ++i) bytes += given;

  const Sanitized whole = run(bytes, 0, false, seed);
  const Sanitized pieces = run(bytes, 7, false, seed);
  const Sanitized ticked = run(bytes, 40, true, seed + 1);
  check(whole.lines == pieces.lines);
  check(whole.lines == ticked.lines);
  check(whole.lines.size() <= 3 * bytes.size() + 2);
  // What is shown while it runs says at least what the answer says.
  if (bytes.find('|') == std::string::npos) check(ticked.chunks.size() >= whole.lines.size());
  // Sanitising again changes nothing.
  if (bytes.find('|') == std::string::npos && bytes.size() < Sanitizer::kLongestLine) {
    std::string again;
    Sanitizer sanitizer({}, [&](Stream, std::string_view text) { again += text; });
    sanitizer.feed(Stream::err, whole.lines);
    sanitizer.finish();
    check(again == whole.lines);
  }
  return 0;
}
