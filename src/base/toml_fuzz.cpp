// Whatever a TOML file holds: it's refused with a place, or what is written of it reads and writes the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/toml.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto table = proctor::parse_toml({reinterpret_cast<const char*>(data), size}, "name");
  if (!table) {
    if (!table.error().message.starts_with("name:")) std::abort();
    return 0;
  }
  const auto once = proctor::write_toml(*table, "name");
  if (!once) return 0;  // it can't be written, and write_toml found that out
  const auto again = proctor::parse_toml(*once, "name");
  if (!again || proctor::write_toml(*again, "name").value_or("") != *once) {
    std::fprintf(stderr, "--- once\n%s\n--- the second time, it differs\n", once->c_str());
    std::abort();
  }
  return 0;
}
