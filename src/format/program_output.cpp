#include "format/program_output.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace proctor::format {
namespace {

bool says(std::string_view output, std::string_view words) {
  return output.find(words) != std::string_view::npos;
}

// From the line on that begins GoogleTest's last test; all of it if there is none. Empty if ctest has cut it.
std::string_view last_test(std::string_view output) {
  if (says(output, "The rest of the test output was removed")) return "";
  constexpr std::string_view kRun = "[ RUN      ] ";
  // Most output has none, and a search backwards goes byte by byte.
  return says(output, kRun) ? output.substr(output.rfind(kRun)) : output;
}

}  // namespace

bool ended_within_a_test(std::string_view output) {
  const std::string_view last = last_test(output);
  if (last.starts_with("[ RUN "))
    return !says(last, "[       OK ] ") && !says(last, "[  FAILED  ] ") && !says(last, "[  SKIPPED ] ");
  return says(last, "[doctest] doctest version is ") && !says(last, "\n[doctest] Status: ") &&
         !says(last, "\n[doctest] unskipped test ");
}

bool tells_of_a_failure(std::string_view output) {
  return says(output, "[  FAILED  ] ") || says(output, "[doctest] Status: FAILURE!");
}

std::string_view words_of_last_test(std::string_view output) {
  const std::string_view last = last_test(output);
  const std::size_t begin = last.find('\n');
  const std::size_t end = std::min(last.find("[  FAILED  ] "), last.find("[  SKIPPED ] "));
  if (!last.starts_with("[ RUN ") || end == std::string_view::npos || begin > end) return trim(output);
  const std::string_view own = trim(last.substr(begin, end - begin));
  return own.empty() || says(last, "or TearDownTestSuite\n") ? trim(output) : own;
}

}  // namespace proctor::format
