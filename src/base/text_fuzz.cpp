// Text that can't be trusted: whatever the bytes, the results are valid and harmless.
#include "base/text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string valid = proctor::to_valid_utf8(text);
  const std::string shown = proctor::for_terminal(text);
  if (!proctor::is_valid_utf8(valid) || !proctor::is_valid_utf8(shown)) std::abort();
  for (const char character : shown) {
    const auto c = static_cast<unsigned char>(character);
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F) std::abort();
  }
  const std::size_t limit = size > 0 ? data[0] : 0;
  const std::size_t prefix = proctor::utf8_prefix(valid, limit);
  const std::size_t suffix = proctor::utf8_suffix(valid, limit);
  if (prefix > std::max(limit, valid.size()) ||
      !proctor::is_valid_utf8(std::string_view(valid).substr(0, prefix)))
    std::abort();
  if (suffix > valid.size() || !proctor::is_valid_utf8(std::string_view(valid).substr(valid.size() - suffix)))
    std::abort();
  proctor::parse_duration(text);
  proctor::parse_size(text);
  proctor::split_lines(text);
  return 0;
}
