// What a document that begins in the output, or in a file, may be.
#pragma once

#include <string_view>

namespace proctor::format {

enum class Sniffed {
  unknown,
  nothing,
  forge_report,
  envelope,
  go_event,
  jest_report,
  rspec_report,
  pytest_report
};

/// What an object that begins a line may be, from its first key. `text` begins with `{`. Never changes its
/// mind when more bytes come, and knows after LineBuffer::kHead of them.
Sniffed sniff_document(std::string_view text);

/// Whether a file that begins like this is a report: JUnit's XML, or one of those documents.
bool begins_like_report(std::string_view head);

/// Whether a document that is one line says that tests failed.
bool is_failed_document(Sniffed kind, std::string_view line);

/// "test/A.t.sol:ATest"
bool names_a_suite(std::string_view key);

}  // namespace proctor::format
