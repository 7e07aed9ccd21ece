#include "format/reader_fuzzing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return proctor::format::fuzz_reader("ctrf-json", data, size);
}
