#include "output/errors_doc.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/error.hpp"

namespace proctor::output {
namespace {

// A bar would end the cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string errors_markdown() {
  std::string out = "| Code | Retry | Exit code | Meaning |\n| --- | --- | --- | --- |\n";
  for (const ErrorInfo& entry : error_table()) {
    out += fmt::format("| `{}` | {} | {} | {} |\n", entry.name, entry.retry ? "yes" : "no", entry.exit_code,
                       cell(entry.meaning));
  }
  return out;
}

}  // namespace proctor::output
