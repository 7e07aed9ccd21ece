#include "source/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "source/predicate.hpp"
#include "source/thread_time.hpp"

namespace proctor::source {
namespace {

// What hostile text can cost: so many matches may be under way at once (the oldest is given up first).
constexpr std::uint32_t kMatchesUnderWay = 128;
// So much of a processor all matches in one tree may take.
constexpr std::chrono::milliseconds kQueryTime{1000};

constexpr std::array kRoles = {
    std::pair<std::string_view, Role>{"test", Role::test},
    std::pair<std::string_view, Role>{"test.name", Role::test_name},
    std::pair<std::string_view, Role>{"test.body", Role::test_body},
    std::pair<std::string_view, Role>{"run", Role::run},
    std::pair<std::string_view, Role>{"group", Role::group},
    std::pair<std::string_view, Role>{"group.name", Role::group_name},
    std::pair<std::string_view, Role>{"task", Role::task},
    std::pair<std::string_view, Role>{"skip", Role::skip},
    std::pair<std::string_view, Role>{"hide", Role::hide},
    std::pair<std::string_view, Role>{"perhaps", Role::perhaps},
    std::pair<std::string_view, Role>{"table", Role::table},
    std::pair<std::string_view, Role>{"table.name", Role::table_name},
    std::pair<std::string_view, Role>{"table.type", Role::table_type},
    std::pair<std::string_view, Role>{"table.row", Role::table_row},
    std::pair<std::string_view, Role>{"table.row.key", Role::table_row_key},
    std::pair<std::string_view, Role>{"table.row.name", Role::table_row_name},
    std::pair<std::string_view, Role>{"loop", Role::loop},
    std::pair<std::string_view, Role>{"loop.table", Role::loop_table},
    std::pair<std::string_view, Role>{"loop.variable", Role::loop_variable},
    std::pair<std::string_view, Role>{"loop.key", Role::loop_key},
    std::pair<std::string_view, Role>{"loop.body", Role::loop_body},
};

std::string_view words_for(TSQueryError kind) {
  switch (kind) {
    case TSQueryErrorSyntax:
      return "a syntax error";
    case TSQueryErrorNodeType:
      return "the grammar has no such node";
    case TSQueryErrorField:
      return "the grammar has no such field";
    case TSQueryErrorCapture:
      return "a predicate about a capture that isn't there";
    case TSQueryErrorStructure:
      return "no tree can have this shape";
    case TSQueryErrorLanguage:
      return "the grammar doesn't fit this tree-sitter";
    case TSQueryErrorNone:
      break;
  }
  return "an error";
}

tl::unexpected<Error> error_at(std::string_view text, std::size_t offset, std::string_view message) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 if there is none: npos + 1
  return fail(ErrorCode::test_config_invalid, fmt::format("line {}, column {} of the query: {}", line,
                                                          before.size() - line_begin + 1, message));
}

// tree-sitter itself counts on its input being without NUL bytes and shorter than 4 GB.
constexpr std::size_t kLongestQuery = 1 << 20;

constexpr std::array kBelongs = {
    std::pair<std::string_view, std::string_view>{"test.name", "test"},
    std::pair<std::string_view, std::string_view>{"test.body", "test"},
    std::pair<std::string_view, std::string_view>{"group.name", "group"},
    std::pair<std::string_view, std::string_view>{"table.row", "table"},
    std::pair<std::string_view, std::string_view>{"loop.body", "loop"},
};

/// Of the name behind `@`; nothing if it means nothing here.
std::optional<Role> role_of(std::string_view name) {
  if (name.starts_with('_')) return Role::none;
  const auto* found = std::ranges::find(kRoles, name, &std::pair<std::string_view, Role>::first);
  if (found == kRoles.end()) return std::nullopt;
  return found->second;
}

/// The name of a part, such as @test.name, and of the whole that it needs in its pattern, if that isn't
/// there: tree-sitter would drop it silently. `has` says which names are.
std::optional<std::pair<std::string_view, std::string_view>> part_alone(
    const std::function<bool(std::string_view)>& has) {
  for (const auto& belonging : kBelongs)
    if (has(belonging.first) && !has(belonging.second)) return belonging;
  return std::nullopt;
}

}  // namespace

struct Query::Parts {
  struct DeleteQuery {
    void operator()(TSQuery* gone) const { ts_query_delete(gone); }
  };
  std::unique_ptr<TSQuery, DeleteQuery> query;
  std::vector<Role> roles;  // of each capture
  std::vector<PatternRules> patterns;

  bool has(std::uint32_t pattern, std::string_view capture) const {
    for (std::uint32_t id = 0; id < ts_query_capture_count(query.get()); ++id) {
      std::uint32_t length = 0;
      const char* name = ts_query_capture_name_for_id(query.get(), id, &length);
      if (std::string_view(name, length) == capture)
        return ts_query_capture_quantifier_for_id(query.get(), pattern, id) != TSQuantifierZero;
    }
    return false;
  }
};

Query::Query(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;
Query::~Query() = default;

Result<Query> Query::compile(const Grammar& grammar, std::string_view text) {
  if (text.size() > kLongestQuery) return error_at(text, 0, "it is longer than a mebibyte");
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    return error_at(text, nul, "a NUL byte");

  auto parts = std::make_unique<Parts>();
  std::uint32_t offset = 0;
  TSQueryError kind = TSQueryErrorNone;
  parts->query.reset(
      ts_query_new(grammar.language(), text.data(), static_cast<std::uint32_t>(text.size()), &offset, &kind));
  if (!parts->query) return error_at(text, offset, words_for(kind));

  const std::uint32_t captures = ts_query_capture_count(parts->query.get());
  for (std::uint32_t id = 0; id < captures; ++id) {
    std::uint32_t length = 0;
    const char* name = ts_query_capture_name_for_id(parts->query.get(), id, &length);
    const std::string_view word(name, length);
    const auto role = role_of(word);
    if (!role) {
      const std::size_t at = text.find(fmt::format("@{}", word));
      return error_at(text, at == std::string_view::npos ? 0 : at,
                      fmt::format("@{} means nothing here (a name of your own begins with _)", word));
    }
    parts->roles.push_back(*role);
  }

  const std::uint32_t patterns = ts_query_pattern_count(parts->query.get());
  for (std::uint32_t pattern = 0; pattern < patterns; ++pattern) {
    const std::size_t begin = ts_query_start_byte_for_pattern(parts->query.get(), pattern);
    if (const auto part = part_alone([&](std::string_view name) { return parts->has(pattern, name); }))
      return error_at(text, begin, fmt::format("a pattern with @{} needs a @{}", part->first, part->second));
    auto rules = read_rules(*parts->query, pattern);
    if (!rules) return error_at(text, begin, rules.error().message);
    parts->patterns.push_back(*std::move(rules));
  }
  return Query(std::move(parts));
}

bool Query::captures(Role role) const {
  return std::ranges::find(parts_->roles, role) != parts_->roles.end();
}

std::vector<Match> Query::run(const TSTree& tree, std::string_view text, bool& complete) const {
  struct DeleteCursor {
    void operator()(TSQueryCursor* cursor) const { ts_query_cursor_delete(cursor); }
  };
  const std::unique_ptr<TSQueryCursor, DeleteCursor> cursor(ts_query_cursor_new());
  ts_query_cursor_set_match_limit(cursor.get(), kMatchesUnderWay);
  ts_query_cursor_exec(cursor.get(), parts_->query.get(), ts_tree_root_node(&tree));

  const auto deadline = thread_time() + kQueryTime;
  complete = true;
  std::vector<Match> matches;
  TSQueryMatch found;
  while (ts_query_cursor_next_match(cursor.get(), &found)) {
    if (thread_time() > deadline) {
      complete = false;
      return matches;
    }
    const std::span<const TSQueryCapture> captures(found.captures, found.capture_count);
    const PatternRules& rules = parts_->patterns[found.pattern_index];
    if (!std::ranges::all_of(rules.predicates, [&](const Predicate& p) { return p.holds(captures, text); }))
      continue;
    Match match{&rules.settings, {}};
    for (const TSQueryCapture& captured : captures)
      match.captures.push_back({parts_->roles[captured.index], captured.node});
    matches.push_back(std::move(match));
  }
  return matches;
}

TSNode Match::first(Role role) const {
  for (const Capture& capture : captures)
    if (capture.role == role) return capture.node;
  return {};
}

std::string_view text_of(TSNode node, std::string_view text) {
  const std::size_t begin = ts_node_start_byte(node), end = ts_node_end_byte(node);
  if (begin > text.size() || end > text.size() || end < begin) return {};
  return text.substr(begin, end - begin);
}

}  // namespace proctor::source
