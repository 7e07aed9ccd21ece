// Whatever was printed, and by whichever command (the first line): what is told was printed, a program that
// crashed is told whatever stands before it, and only a command that leaves lines out may have cut the end.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/text.hpp"
#include "format/unfinished_run.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor;
  const std::string text = for_terminal({reinterpret_cast<const char*>(data), size});
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string command = text.substr(0, end) + "; ./tests";
  const std::string output = text.substr(end);

  const auto unfinished = format::find_unfinished_run(output, command);
  if (unfinished && (unfinished->line.empty() || output.find(unfinished->line) == std::string::npos))
    std::abort();
  const auto whole = format::find_unfinished_run(output, "./tests");
  if (whole && whole->may_be_cut) std::abort();
  if (whole.has_value() != unfinished.has_value()) std::abort();
  if (!format::find_unfinished_run(output + "\nSegmentation fault (core dumped)\n", command)) std::abort();
  return 0;
}
