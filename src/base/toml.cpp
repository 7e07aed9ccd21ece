#define TOML_IMPLEMENTATION
#include "base/toml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace proctor {
namespace {

// Each dot of a key is a table within a table, and toml++ bounds values within values only: some hundred
// thousand dots would be more than its recursion has stack for.
constexpr std::size_t kMostDots = 2'000;

// Where the string ends that begins at `from`. Never too far: what is left of a string that isn't well-formed
// counts as keys.
std::size_t end_of_string(std::string_view text, std::size_t from) {
  const char quote = text[from];
  const std::string three(3, quote);
  const bool several_lines = text.substr(from).starts_with(three);
  std::size_t at = from + (several_lines ? 3 : 1);
  for (; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (several_lines && text.substr(at).starts_with(three)) {
      at += 3;
      for (int more = 0; more < 2 && at < text.size() && text[at] == quote; ++more) ++at;
      return at;
    } else if (!several_lines && (text[at] == quote || text[at] == '\n')) {
      return at + 1;
    }
  }
  return text.size();
}

std::size_t count_dots_outside_of_strings(std::string_view text) {
  std::size_t dots = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '.') ++dots;
    if (text[at] == '#') at = std::min(text.find('\n', at), text.size());
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) at = end_of_string(text, at) - 1;
  }
  return dots;
}

}  // namespace

Result<toml::table> parse_toml(std::string_view text, const std::string& name) {
  if (count_dots_outside_of_strings(text) > kMostDots) {
    return fail(ErrorCode::invalid_request,
                fmt::format("{}: there are more than {} dots in its keys", name, kMostDots));
  }
  toml::parse_result result = toml::parse(text, name);
  if (result) return std::move(result).table();
  const toml::parse_error& error = result.error();
  return fail(ErrorCode::invalid_request, fmt::format("{}:{}:{}: {}", name, error.source().begin.line,
                                                      error.source().begin.column, error.description()));
}

Result<std::string> write_toml(const toml::table& table, const std::string& name) {
  std::ostringstream written;
  written << toml::toml_formatter(table) << '\n';
  const auto again = parse_toml(written.str(), name);
  if (!again || *again != table) {
    return fail(
        ErrorCode::invalid_request,
        fmt::format("{}: a key with a tab, a line break or a quote in it, or a number that is none, can't be "
                    "written again; name it otherwise",
                    name));
  }
  return written.str();
}

}  // namespace proctor
