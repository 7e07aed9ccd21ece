#include "format/ctest_log.hpp"

#include <re2/re2.h>

#include <algorithm>

#include "format/program_output.hpp"

namespace proctor::format {
namespace {

// CTest writes of each test, when it is over (also with -j, so that no two mingle):
//   3/12 Testing: NAME
//   3/12 Test: NAME
//   Command: …, Directory: …, "NAME" start time: …
//   Output:
//   ----------------------------------------------------------
//   (what it printed)
//   <end of output>
//   Test time =   0.01 sec
//   ----------------------------------------------------------
//   Test Passed.
bool ended_early(std::string_view block) {
  const std::size_t begin = block.find("\nOutput:\n");
  const std::size_t end = block.rfind("\n<end of output>\n");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return false;
  const bool passed = block.find("\nTest Pass", end) != std::string_view::npos;  // or "Test Pass Reason:"
  return passed && ended_within_a_test(block.substr(begin, end - begin));
}

}  // namespace

std::vector<std::string> ended_early_in_ctest_log(std::string_view log) {
  if (!log.starts_with("Start testing: ")) return {};
  static const RE2 test(R"(\n\d+/\d+ Testing: (.+)\n\d+/\d+ Test: )");
  std::vector<std::string> names;
  std::string name;
  std::string next;
  const char* block = nullptr;
  const auto close = [&](const char* end) {
    if (block && ended_early({block, static_cast<std::size_t>(end - block)})) names.push_back(name);
  };
  re2::StringPiece rest(log.data(), log.size());
  while (RE2::FindAndConsume(&rest, test, &next)) {
    close(rest.data());
    block = rest.data();
    name = next;
  }
  close(log.data() + log.size());
  return names;
}

}  // namespace proctor::format
