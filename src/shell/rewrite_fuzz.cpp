// Whatever a line is: no crash, a line that is left alone is the same, and none is rewritten twice.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shell/rewrite.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor::shell;
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const RewriteSettings settings{.program = "proctor", .path = "/usr/bin:/bin"};
  const Rewriting once = rewrite(line, settings);
  if (once.why.empty() || once.changed == (once.line == line)) std::abort();
  if (once.changed && rewrite(once.line, settings).changed) std::abort();
  return 0;
}
