// The log of a run in words: any bytes, in pieces, of each format that is put into words.
#include <cstdint>

#include "format/log_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor;
  if (size == 0) return 0;
  // The first byte says how long the pieces are.
  const std::size_t piece = data[0] + 1U;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  for (const char* name : {"go-test-json", "tap", "libtest-json"}) {
    const format::LogText text = format::make_log_text(name);
    for (std::size_t at = 0; at < bytes.size(); at += piece) text(Stream::out, bytes.substr(at, piece));
    text(Stream::out, {});
  }
  return 0;
}
