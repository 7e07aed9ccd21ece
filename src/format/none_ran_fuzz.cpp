// Whatever was printed, and by whichever command (the first line): what is told was printed, and a line that
// counts tests takes it back.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/text.hpp"
#include "format/none_ran.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor;
  const std::string text = for_terminal({reinterpret_cast<const char*>(data), size});
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string command = text.substr(0, end);
  const std::string output = text.substr(end);

  const auto none = format::find_none_ran(output, command);
  if (none && (none->line.empty() || output.find(none->line) == std::string::npos)) std::abort();
  if (format::find_none_ran(output + "\n1 passed in 0.01s\n", command)) std::abort();
  if (!none && format::find_none_ran(output + "\na line that says nothing\n", command)) std::abort();
  return 0;
}
