#include "format/printed_tap.hpp"

#include <algorithm>

namespace proctor::format {
namespace {

// The reader of the last document gets the further ones as well. It calls that a problem, so nothing counts.
constexpr std::size_t kMostDocuments = 100;

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// A plan, or the first test.
bool begins_document(std::string_view line) {
  constexpr std::string_view kPlan = "1..";
  if (line.starts_with(kPlan)) return all_digits(line.substr(kPlan.size())) && line != "1..0";
  for (const std::string_view first : {"ok 1", "not ok 1"})
    if (line == first || line.starts_with(std::string(first) + ' ')) return true;
  return false;
}

bool is_whole(const ReportReader& reader) {
  const auto& tests = reader.events().tests();
  return reader.found() && reader.problems().empty() && reader.events().error().empty() && !tests.empty() &&
         std::ranges::all_of(tests, [](const TestEvent& test) { return test.group || test.number != 0; });
}

}  // namespace

void PrintedTap::line(std::string_view line) {
  const bool has_version = line.starts_with("TAP version 1") && documents_.size() < kMostDocuments;
  if (has_version || (documents_.empty() && begins_document(line)))
    documents_.push_back({.reader = make_reader("tap")});
  if (documents_.empty()) return;
  documents_.back().reader->feed(line);
  documents_.back().reader->feed("\n");
}

std::vector<LabelledReader> PrintedTap::finish() {
  for (const LabelledReader& document : documents_) document.reader->finish();
  const bool whole =
      std::ranges::all_of(documents_, [](const LabelledReader& one) { return is_whole(*one.reader); });
  return whole ? std::move(documents_) : std::vector<LabelledReader>();
}

}  // namespace proctor::format
