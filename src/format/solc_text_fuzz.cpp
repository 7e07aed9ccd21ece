// Whatever the text: no crash, and what is kept is valid UTF-8 and bounded.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.hpp"
#include "format/solc_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const proctor::Diagnostic& diagnostic : proctor::format::read_solc_text(text)) {
    for (const std::string* part :
         {&diagnostic.message, &diagnostic.text, &diagnostic.file, &diagnostic.code}) {
      if (!proctor::is_valid_utf8(*part) || part->size() > 64 * 1024) std::abort();
    }
    if (diagnostic.severity.empty()) std::abort();
  }
  return 0;
}
