#include "format/coverage.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

// The number in the last field of a comma-separated record; "-" (never executed) is 0.
std::uint64_t last_number(std::string_view record) {
  const std::size_t comma = record.rfind(',');
  return whole_number(comma == std::string_view::npos ? record : record.substr(comma + 1)).value_or(0);
}

struct FileRecord {
  CoverageFile totals{};
  CoverageFile counted{};

  CoverageFile result() const {
    CoverageFile file = totals;
    if (file.lines.found == 0) file.lines = counted.lines;
    if (file.branches.found == 0) file.branches = counted.branches;
    if (file.functions.found == 0) file.functions = counted.functions;
    return file;
  }
};

void count(CoverageCount& into, std::uint64_t executions) {
  ++into.found;
  into.hit += executions > 0 ? 1 : 0;
}

void read_record(std::string_view line, FileRecord& file) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view key = line.substr(0, colon);
  const std::string_view value = line.substr(colon + 1);
  if (key == "DA") {
    // DA:line,executions[,checksum]
    const std::size_t comma = value.find(',');
    if (comma == std::string_view::npos) return;
    const std::string_view executions = value.substr(comma + 1);
    count(file.counted.lines, whole_number(executions.substr(0, executions.find(','))).value_or(0));
  }
  if (key == "FNDA")
    count(file.counted.functions, whole_number(value.substr(0, value.find(','))).value_or(0));
  if (key == "BRDA") count(file.counted.branches, last_number(value));
  const std::pair<std::string_view, std::uint64_t*> totals[] = {
      {"LF", &file.totals.lines.found},      {"LH", &file.totals.lines.hit},
      {"BRF", &file.totals.branches.found},  {"BRH", &file.totals.branches.hit},
      {"FNF", &file.totals.functions.found}, {"FNH", &file.totals.functions.hit}};
  for (const auto& [name, into] : totals) {
    if (key == name) *into = whole_number(value).value_or(0);
  }
}

// "80.00% (4/5)"
std::optional<CoverageCount> cell(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::size_t slash = text.find('/', open);
  const std::size_t close = text.find(')', slash);
  if (open == std::string_view::npos || slash == std::string_view::npos || close == std::string_view::npos)
    return std::nullopt;
  const auto hit = whole_number(text.substr(open + 1, slash - open - 1));
  const auto found = whole_number(text.substr(slash + 1, close - slash - 1));
  if (!hit || !found) return std::nullopt;
  return CoverageCount{*hit, *found};
}

}  // namespace

std::vector<CoverageFile> read_lcov(std::string_view text) {
  std::map<std::string, FileRecord, std::less<>> files;
  FileRecord* current = nullptr;
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with("SF:")) {
      current = &files[std::string(line.substr(3))];
    } else if (line == "end_of_record") {
      current = nullptr;
    } else if (current) {
      read_record(line, *current);
    }
  }
  std::vector<CoverageFile> result;
  for (const auto& [name, record] : files) {
    result.push_back(record.result());
    result.back().file = name;
  }
  return result;
}

std::vector<CoverageFile> read_go_coverage(std::string_view text, const std::filesystem::path& root) {
  // NAME:LINE.COLUMN,LINE.COLUMN STATEMENTS EXECUTIONS. Each test program tells of a block anew.
  std::map<std::string_view, std::map<std::string_view, std::pair<std::uint64_t, bool>>> files;
  for (const std::string_view line : split_lines(text)) {
    const std::size_t last = line.rfind(' ');
    const std::size_t middle = last == std::string_view::npos ? last : line.rfind(' ', last - 1);
    const std::size_t colon = middle == std::string_view::npos ? middle : line.rfind(':', middle);
    if (colon == std::string_view::npos || line.starts_with("mode:")) continue;
    const auto statements = whole_number(line.substr(middle + 1, last - middle - 1));
    const auto executions = whole_number(line.substr(last + 1));
    if (!statements || !executions) continue;
    auto& [size, reached] = files[line.substr(0, colon)][line.substr(0, middle)];
    size = *statements;
    reached = reached || *executions > 0;
  }
  std::vector<CoverageFile> result;
  for (const auto& [name, blocks] : files) {
    CoverageFile& file = result.emplace_back();
    file.file = name;
    std::error_code error;
    for (std::size_t slash = 0; slash != std::string_view::npos; slash = name.find('/', slash + 1)) {
      const std::string_view below = name.substr(slash == 0 ? 0 : slash + 1);
      if (!std::filesystem::exists(root / below, error)) continue;
      file.file = below;
      break;
    }
    for (const auto& [place, block] : blocks) {
      file.statements.found += block.first;
      file.statements.hit += block.second ? block.first : 0;
    }
  }
  return result;
}

void add_statements(std::string_view table, std::vector<CoverageFile>& files) {
  for (const std::string_view line : split_lines(table)) {
    std::vector<std::string_view> cells;
    std::string_view rest = line;
    while (true) {
      const std::size_t bar = rest.find('|');
      if (bar == std::string_view::npos) break;
      cells.push_back(trim(rest.substr(0, bar)));
      rest.remove_prefix(bar + 1);
    }
    // The first cell is what stands before the first bar.
    if (cells.size() < 6) continue;
    const auto statements = cell(cells[3]);
    if (!statements) continue;
    const auto file =
        std::find_if(files.begin(), files.end(), [&](const CoverageFile& f) { return f.file == cells[1]; });
    if (file != files.end()) file->statements = *statements;
  }
}

}  // namespace proctor::format
