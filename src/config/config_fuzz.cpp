// Whatever a project's proctor.toml holds: it's refused with a reason, or each key that it lacks the trust
// for has a name and a line.
#include <cstdint>
#include <cstdlib>

#include "config/config.hpp"

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  setenv("XDG_CONFIG_HOME", "/nonexistent", 1);  // none of the user's own
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor;
  const auto keys = needs_trust("/project/proctor.toml", {reinterpret_cast<const char*>(data), size});
  if (!keys) {
    if (keys.error().message.empty()) std::abort();
    return 0;
  }
  for (const Config::Ignored& key : *keys) {
    if (key.key.empty() || key.line < 1) std::abort();
  }
  return 0;
}
