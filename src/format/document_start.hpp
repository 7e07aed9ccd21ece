// What a document that begins in the output, or in a file, may be.
#pragma once

#include <string_view>

namespace proctor::format {

enum class Sniffed { unknown, nothing, forge_report, envelope };

/// What an object that begins a line may be, from its first key. `text` begins with `{`. Never changes its
/// mind when more bytes come, and knows after LineBuffer::kHead of them.
Sniffed sniff_document(std::string_view text);

/// Whether a file that begins like this is a report: of a format that a reader knows, one of those documents,
/// or the XML or JSON of another tool.
bool begins_like_report(std::string_view head);

}  // namespace proctor::format
