#include "source/marks.hpp"

#include <re2/re2.h>

#include <algorithm>

#include "base/text.hpp"

namespace proctor::source {
namespace {

struct Mark {
  std::size_t begin = 0, end = 0;  // in bytes
  std::string id;
  int task = 0;
};

std::vector<Mark> all_marks(const std::string& pattern, std::string_view text) {
  const re2::RE2 mark(pattern, re2::RE2::Quiet);
  std::vector<Mark> found;
  const int groups = std::min(mark.NumberOfCapturingGroups(), 2);
  if (!mark.ok() || groups < 1) return found;
  re2::StringPiece parts[3];
  std::size_t at = 0;
  while (mark.Match({text.data(), text.size()}, at, text.size(), re2::RE2::UNANCHORED, parts, groups + 1)) {
    Mark one;
    one.begin = static_cast<std::size_t>(parts[0].data() - text.data());
    one.end = one.begin + parts[0].size();
    one.id = std::string(parts[1].data(), parts[1].size());
    if (groups > 1) (void)re2::RE2::FullMatch(parts[2], "(\\d+)", &one.task);
    at = std::max(one.end, one.begin + 1);
    found.push_back(std::move(one));
    if (at > text.size()) break;
  }
  return found;
}

}  // namespace

std::vector<FoundTest> find_marked(const Marks& marks, std::string_view text) {
  std::vector<FoundTest> tests;
  const std::vector<Mark> ends = all_marks(marks.end, text);
  std::size_t behind = 0;  // the last test's end
  for (const Mark& begin : all_marks(marks.begin, text)) {
    const auto end = std::ranges::find_if(
        ends, [&](const Mark& mark) { return mark.id == begin.id && mark.begin >= begin.begin; });
    if (end == ends.end() || begin.begin < behind) continue;
    behind = end->end;
    FoundTest test;
    test.id = test.name = begin.id;
    const std::size_t line = text.rfind('\n', begin.begin);
    test.begin = line == std::string_view::npos ? 0 : line + 1;
    test.end = end->end;
    test.code = text.substr(test.begin, begin.begin - test.begin);
    if (end->begin > begin.end) test.code += text.substr(begin.end, end->begin - begin.end);
    test.code = trim(test.code);
    if (begin.task > 0) test.task = begin.task;
    test.first_line = 1 + static_cast<int>(std::ranges::count(text.substr(0, test.begin), '\n'));
    test.last_line = 1 + static_cast<int>(std::ranges::count(text.substr(0, test.end), '\n'));
    tests.push_back(std::move(test));
  }
  return tests;
}

}  // namespace proctor::source
