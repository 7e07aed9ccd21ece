// Coverage reports of a run that nobody trusts.
#include "format/coverage.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto files = proctor::format::read_lcov(text);
  proctor::format::add_statements(text, files);
  return 0;
}
