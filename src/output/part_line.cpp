#include "output/part_line.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace proctor::output {

std::string part_line(const PartResult& part) {
  const Counts& counts = part.counts;
  std::string line = fmt::format("{} ({}): ", part.project, part.framework);
  const bool failed = part.code == info(ErrorCode::test_assertion_failed).name;
  if (!part.code.empty() && !failed)
    return line + fmt::format("{}: {}", part.code, part.message.substr(0, part.message.find('\n')));
  line += fmt::format("{} passed", counts.passed);
  if (counts.failed > 0) line += fmt::format(", {} failed", counts.failed);
  if (counts.errors > 0) line += fmt::format(", {} with errors", counts.errors);
  if (counts.skipped > 0) line += fmt::format(", {} skipped", counts.skipped);
  return line;
}

}  // namespace proctor::output
