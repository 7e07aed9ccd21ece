// The documentation of the error codes, made from the one table so that it can't drift away from it.
#pragma once

#include <string>

namespace proctor::output {

/// The table | Code | Retry | Exit code | Meaning | in Markdown, one row a code, with a final newline.
std::string errors_markdown();

}  // namespace proctor::output
