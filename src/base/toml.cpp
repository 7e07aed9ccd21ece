#define TOML_IMPLEMENTATION
#include "base/toml.hpp"

#include <fmt/format.h>

namespace proctor {

Result<toml::table> parse_toml(std::string_view text, const std::string& name) {
  toml::parse_result result = toml::parse(text, name);
  if (result) return std::move(result).table();
  const toml::parse_error& error = result.error();
  return fail(ErrorCode::invalid_request, fmt::format("{}:{}:{}: {}", name, error.source().begin.line,
                                                      error.source().begin.column, error.description()));
}

}  // namespace proctor
