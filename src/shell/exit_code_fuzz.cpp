// Whatever a command is: no crash, a bounded answer, and what it says to run instead keeps the exit code.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shell/exit_code.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor::shell;
  constexpr std::size_t kLongest = 400;
  const std::string_view command(reinterpret_cast<const char*>(data), size);
  for (const Dialect dialect : {Dialect::bash, Dialect::sh}) {
    const ExitCodeUse use = read_exit_code_use(command, dialect);
    if (!use.has_runner && !use.tests_own) std::abort();
    if (use.tests_own != use.why.empty() || use.why.size() > kLongest || use.instead.size() > kLongest)
      std::abort();
    if (use.instead.empty()) continue;
    const ExitCodeUse better = read_exit_code_use(use.instead, dialect);
    if (use.tests_own || !better.has_runner || !better.tests_own) std::abort();
  }
  return 0;
}
