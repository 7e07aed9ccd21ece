// Whatever the bytes and however they are cut in pieces: no crash, and the same result as in one piece.
//
// The first byte chooses the sizes of the pieces, the rest is forge's output.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "format/forge_json_testing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor::format;
  if (size == 0) return 0;
  std::uint32_t random = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string whole = describe(read_forge(text));

  ForgeJsonReader reader;
  const std::uint32_t largest = 1 + random % 100;
  for (std::string_view rest = text; !rest.empty();) {
    random = random * 1664525U + 1013904223U;
    const std::string_view piece = rest.substr(0, 1 + (random >> 16U) % largest);
    reader.feed(piece);
    rest.remove_prefix(piece.size());
  }
  const ForgeJsonReader::Result result = reader.finish();
  if (describe(result) != whole) {
    std::fprintf(stderr, "--- in one piece\n%s\n--- in pieces\n%s\n", whole.c_str(),
                 describe(result).c_str());
    std::abort();
  }
  return 0;
}
