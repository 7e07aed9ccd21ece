// How a reader's tests say what it read: one line a test, one a problem.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "format/reader.hpp"

namespace proctor::format {

struct ReadOptions {
  std::string plan{};
  std::string stderr_text{};
  bool groups = false;
  bool some = false;
};

/// Reads the report, in pieces of the given size.
inline std::unique_ptr<ReportReader> read_report(std::string_view format, std::string_view text,
                                                 std::size_t piece, const ReadOptions& options = {}) {
  auto reader = make_reader(format, {.groups = options.groups, .some = options.some});
  if (!options.plan.empty()) reader->feed_plan(options.plan);
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) reader->feed(text.substr(0, piece));
  if (!options.stderr_text.empty()) reader->feed_stderr(options.stderr_text);
  reader->finish();
  return reader;
}

/// "suite | name: status | message | output (file:line)" of each test, with its newlines as "\n", and what
/// else is told.
inline std::string told(const ReportReader& reader) {
  std::string text;
  const auto add = [&text](std::string line) {
    for (std::size_t at = 0; (at = line.find('\n', at)) != std::string::npos; at += 2)
      line.replace(at, 1, "\\n");
    text += line + '\n';
  };
  for (const TestEvent& test : reader.events().tests()) {
    std::string line = test.suite.empty() ? "" : test.suite + " | ";
    line += test.name + ": " +
            (test.status   ? word(*test.status)
             : test.group  ? "group"
             : test.open() ? "open"
                           : "not run");
    if (!test.message.empty()) line += " <" + test.message + ">";
    if (!test.output.empty()) line += " [" + test.output + "]";
    if (test.line) line += fmt::format(" ({}:{})", test.file, *test.line);
    add(line);
  }
  for (const std::string& problem : reader.problems()) add("! " + problem);
  for (const std::string& warning : reader.events().warnings()) add("? " + warning);
  if (!reader.events().error().empty()) add("error: " + reader.events().error());
  return text;
}

/// The same, and it is the same in pieces of any size.
inline std::string told(std::string_view format, std::string_view text, const ReadOptions& options = {}) {
  const std::string whole = told(*read_report(format, text, text.size() + 1, options));
  for (const std::size_t piece : {1U, 7U})
    EXPECT_EQ(told(*read_report(format, text, piece, options)), whole) << piece;
  return whole;
}

}  // namespace proctor::format
