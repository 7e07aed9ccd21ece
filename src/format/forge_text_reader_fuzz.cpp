// Whatever the text and however it is cut in pieces: no crash, the same result as in one piece, the same
// result when only the lines that matter are given, and never a pass that the whole wouldn't give.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "base/text.hpp"
#include "format/forge_text_testing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor::format;
  if (size == 0) return 0;
  std::uint32_t random = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string whole = describe(read_forge_text(text));

  ForgeTextReader in_pieces;
  ForgeTextReader by_lines;
  LineBuffer line;
  const std::uint32_t largest = 1 + random % 100;
  for (std::string_view rest = text; !rest.empty();) {
    random = random * 1664525U + 1013904223U;
    const std::string_view piece = rest.substr(0, 1 + (random >> 16U) % largest);
    in_pieces.feed(piece);
    rest.remove_prefix(piece.size());
  }
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t newline = rest.find('\n');
    line.append(rest.substr(0, newline));
    const std::string plain = line.take();
    if (by_lines.wants_every_line() || ForgeTextReader::begins_line(plain)) by_lines.line(plain);
    rest.remove_prefix(newline == std::string_view::npos ? rest.size() : newline + 1);
  }
  for (ForgeTextReader* reader : {&in_pieces, &by_lines}) {
    const std::string result = describe(reader->finish());
    if (result != whole) {
      std::fprintf(stderr, "--- whole\n%s\n--- otherwise\n%s\n", whole.c_str(), result.c_str());
      std::abort();
    }
  }
  if (!proctor::is_valid_utf8(whole)) std::abort();
  return 0;
}
