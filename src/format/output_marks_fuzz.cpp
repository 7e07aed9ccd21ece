// Marks in the output: nothing is lost or added but the marks themselves, however the bytes are cut, and who
// doesn't know the secret can't set one.
#include "format/output_marks.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using proctor::Stream;
using proctor::format::OutputMarks;

constexpr std::size_t kKeep = 1U << 20U;
constexpr std::uint64_t kNumbers = 12;  // those of two digits, too

void feed(OutputMarks& marks, std::string_view text, std::size_t piece) {
  for (std::size_t at = 0; at < text.size(); at += piece) marks.feed(Stream::out, text.substr(at, piece));
  marks.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = data[0] % 16U + 1U;

  OutputMarks whole("s", kKeep);
  OutputMarks pieces("s", kKeep);
  feed(whole, text, text.size() + 1);
  feed(pieces, text, piece);
  for (std::uint64_t number = 0; number < kNumbers; ++number) {
    if (whole.both(number) != pieces.both(number) || whole.out(number) != whole.both(number)) std::abort();
    if (!whole.err(number).empty()) std::abort();
  }

  // What isn't kept of the last test is known by its end.
  constexpr std::size_t kFew = 5;
  OutputMarks few("s", kFew);
  OutputMarks few_pieces("s", kFew);
  feed(few, text, text.size() + 1);
  feed(few_pieces, text, piece);
  for (std::uint64_t number = 0; number < kNumbers; ++number) {
    const std::string_view beyond = few.beyond(Stream::out, number);
    if (beyond != few_pieces.beyond(Stream::out, number) || beyond.size() > kFew) std::abort();
    if (!std::string_view(whole.out(number)).ends_with(beyond)) std::abort();
  }

  // To whom doesn't know the secret all is text, and a real mark behind it is seen, whatever came before.
  if (text.find("secret") != std::string::npos) return 0;
  OutputMarks foreign("secret", kKeep);
  feed(foreign, text + "\x1esecret 7\x1e" + "behind", piece);
  if (foreign.both(0) != text || foreign.both(7) != "behind") std::abort();
  return 0;
}
