#include "format/document_start.hpp"

#include <re2/re2.h>

#include "base/text.hpp"
#include "format/reader.hpp"
#include "format/text_line.hpp"

namespace proctor::format {

Sniffed sniff_document(std::string_view text) {
  // {"test/A.t.sol:ATest": {, {"ok": true; and what may still become one of them.
  static const RE2 begins(R"x(\{\s*"(?:(ok)|[^"]*\.sol:[\w$]+)"\s*:\s*(?:([tf])|(\{)))x", RE2::Latin1);
  static const RE2 may_begin(R"x(\{\s*(?:"[^"]*(?:"\s*(?::\s*)?)?)?)x", RE2::Latin1);
  re2::StringPiece rest(text.data(), text.size());
  re2::StringPiece ok;
  re2::StringPiece boolean;
  re2::StringPiece object;
  if (RE2::Consume(&rest, begins, &ok, &boolean, &object)) {
    if (ok.empty() && !object.empty()) return Sniffed::forge_report;
    return !ok.empty() && !boolean.empty() ? Sniffed::envelope : Sniffed::nothing;
  }
  const bool undecided = text.size() < LineBuffer::kHead && RE2::FullMatch(rest, may_begin);
  return undecided ? Sniffed::unknown : Sniffed::nothing;
}

bool begins_like_report(std::string_view head) {
  // Of other tools: jest, vitest, rspec, pytest-json-report.
  static const RE2 others(R"x(\{[{\s]*"(?:numFailedTestSuites|numTotalTestSuites|version|created)")x",
                          RE2::Latin1);
  if (!detect_format(head).empty()) return true;
  head = trim(head);
  re2::StringPiece rest(head.data(), head.size());
  if (RE2::Consume(&rest, others)) return true;
  const Sniffed kind = head.starts_with('{') ? sniff_document(head) : Sniffed::nothing;
  return kind == Sniffed::forge_report || kind == Sniffed::envelope;
}

}  // namespace proctor::format
