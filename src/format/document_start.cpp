#include "format/document_start.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "format/line_cursor.hpp"
#include "format/reader.hpp"
#include "format/text_line.hpp"

namespace proctor::format {

Sniffed sniff_document(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const bool whole_head = text.size() >= LineBuffer::kHead;
  const auto undecided = [whole_head] { return whole_head ? Sniffed::nothing : Sniffed::unknown; };
  const auto skip_blanks = [&] { text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size())); };
  text.remove_prefix(1);
  skip_blanks();
  if (text.empty()) return undecided();
  if (text.front() != '"') return Sniffed::nothing;
  text.remove_prefix(1);
  const std::size_t quote = text.find('"');
  if (quote == std::string_view::npos) return undecided();
  const std::string_view key = text.substr(0, quote);
  const bool suite = names_a_suite(key);
  if (!suite && key != "ok") return Sniffed::nothing;
  text.remove_prefix(quote + 1);
  skip_blanks();
  if (text.empty()) return undecided();
  if (text.front() != ':') return Sniffed::nothing;
  text.remove_prefix(1);
  skip_blanks();
  if (text.empty()) return undecided();
  if (suite) return text.front() == '{' ? Sniffed::forge_report : Sniffed::nothing;
  return text.front() == 't' || text.front() == 'f' ? Sniffed::envelope : Sniffed::nothing;
}

bool begins_like_report(std::string_view head) {
  if (!detect_format(head).empty()) return true;
  head = trim(head);
  if (head.starts_with('<')) return has(head, "<test-run ") || has(head, "<assemblies");
  if (!head.starts_with('{')) return false;
  // jest, vitest, rspec, pytest-json-report
  constexpr std::array kFirstKeys =
      std::to_array<std::string_view>({"numFailedTestSuites", "numTotalTestSuites", "version", "created"});
  const std::string_view key = head.substr(std::min(head.find_first_not_of("{ \t\r\n\""), head.size()));
  const auto begins = [key](std::string_view first) {
    return key.starts_with(first) && key.substr(first.size()).starts_with('"');
  };
  if (std::any_of(kFirstKeys.begin(), kFirstKeys.end(), begins)) return true;
  const Sniffed kind = sniff_document(head);
  return kind != Sniffed::nothing && kind != Sniffed::unknown;
}

bool names_a_suite(std::string_view key) {
  const std::size_t colon = key.rfind(':');
  if (colon == std::string_view::npos || !key.substr(0, colon).ends_with(".sol")) return false;
  key.remove_prefix(colon + 1);
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  });
}

}  // namespace proctor::format
