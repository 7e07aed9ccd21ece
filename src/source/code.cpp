#include "source/code.hpp"

#include <algorithm>

namespace proctor::source {
namespace {

// How many comments may stand before a test.
constexpr int kComments = 1000;
// How deep the end of a statement may lie in it.
constexpr int kDeepestNode = 200;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\f\v") == std::string_view::npos;
}

std::string_view trim_right(std::string_view line) {
  const std::size_t last = line.find_last_not_of(" \t\r\f\v");
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view common_prefix(std::string_view a, std::string_view b) {
  return a.substr(0, static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin()));
}

bool is_block(TSNode node) {
  return inside_braces(node) || std::string_view(ts_node_type(node)) == "block";
}

std::vector<TSNode> named_children(TSNode node) {
  std::vector<TSNode> children;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
       more = ts_tree_cursor_goto_next_sibling(&cursor))
    if (const TSNode child = ts_tree_cursor_current_node(&cursor); ts_node_is_named(child))
      children.push_back(child);
  ts_tree_cursor_delete(&cursor);
  return children;
}

/// The end of a statement without the comments at its end: where a semicolon is only implied, they are in it.
std::size_t end_of_statement(TSNode node) {
  for (int depth = 0; depth < kDeepestNode; ++depth) {
    const std::uint32_t children = ts_node_child_count(node);
    std::uint32_t last = children;
    while (last > 0) {
      const TSNode child = ts_node_child(node, last - 1);
      if (!ts_node_is_extra(child) && ts_node_end_byte(child) > ts_node_start_byte(child)) break;
      --last;
    }
    if (last == 0) break;
    node = ts_node_child(node, last - 1);
  }
  return ts_node_end_byte(node);
}

}  // namespace

Range range_of(TSNode node) {
  return {ts_node_start_byte(node), ts_node_end_byte(node)};
}

std::size_t line_begin(std::string_view text, std::size_t at) {
  return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
}

std::string_view indentation(std::string_view text, std::size_t line_begin) {
  const std::string_view line = text.substr(line_begin);
  const std::size_t length = line.find_first_not_of(" \t");
  return line.substr(0, length == std::string_view::npos ? line.size() : length);
}

std::vector<Range> raw_strings(const Grammar& grammar, std::string_view text) {
  std::vector<Range> found;
  if (!grammar.raw_strings) return found;
  for (std::size_t at = 0; (at = text.find_first_of("\"'`/", at)) < text.size();) {
    const std::string_view rest = text.substr(at);
    std::string_view closing = rest.substr(0, 1);
    if (rest.starts_with("//"))
      closing = "\n";
    else if (rest.starts_with("/*"))
      closing = "*/";
    else if (rest[0] == '/')
      closing = {};
    const std::size_t begin = at;
    at += closing == "*/" ? 2 : 1;
    if (closing == "\"" || closing == "'") {
      // These don't go beyond their line.
      while (at < text.size() && text[at] != closing[0] && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
      ++at;
    } else if (!closing.empty()) {
      const std::size_t end = std::min(text.find(closing, at), text.size());
      if (closing == "`" && text.substr(begin, end - begin).find('\n') != std::string_view::npos)
        found.push_back({begin, end});
      at = end + closing.size();
    }
  }
  return found;
}

bool begins_within(const std::vector<Range>& texts, std::size_t at) {
  const auto next = std::ranges::lower_bound(texts, at, {}, &Range::begin);
  return next != texts.begin() && at <= std::prev(next)->end;
}

bool begins_its_line(std::string_view text, std::size_t at) {
  const std::size_t begin = line_begin(text, at);
  return is_blank(text.substr(begin, at - begin));
}

std::optional<Range> inside_braces(TSNode node) {
  const std::uint32_t children = ts_node_child_count(node);
  if (children < 2) return std::nullopt;
  const TSNode open = ts_node_child(node, 0), close = ts_node_child(node, children - 1);
  if (std::string_view(ts_node_type(open)) != "{" || std::string_view(ts_node_type(close)) != "}")
    return std::nullopt;
  return Range{ts_node_end_byte(open), ts_node_start_byte(close)};
}

bool Code::is_cut(Range piece) const {
  const auto cut = std::ranges::upper_bound(cuts_, piece.begin, {}, &Edit::begin);
  return cut != cuts_.begin() && std::prev(cut)->end >= piece.end && std::prev(cut)->with.empty();
}

std::string Code::show(Range piece, std::string_view margin) const {
  if (piece.empty() || piece.end > text_.size()) return {};
  std::vector<std::string> lines;
  auto cut = std::ranges::lower_bound(cuts_, piece.begin, {}, &Edit::end);
  bool first = true;
  for (std::size_t at = piece.begin; at < piece.end; first = false) {
    const std::size_t feed = std::min(text_.find('\n', at), piece.end);
    std::size_t from = at;
    // What is before a piece on its line has been its indentation.
    const bool at_line = !first || at == line_begin(text_, at);
    if (at_line && !begins_within(texts_, at) && text_.substr(from, feed - from).starts_with(margin))
      from += margin.size();

    std::string line;
    while (cut != cuts_.end() && cut->end <= from) ++cut;
    bool touched = cut != cuts_.end() && cut->begin < at;  // an empty line of what is cut goes with it
    while (from < feed) {
      while (cut != cuts_.end() && cut->end <= from) ++cut;
      if (cut == cuts_.end() || cut->begin >= feed) break;
      touched = true;
      if (cut->begin >= from) line.append(text_.substr(from, cut->begin - from)).append(cut->with);
      from = std::min(cut->end, feed);
    }
    line.append(text_.substr(from, feed - from));
    if (feed < piece.end && line.ends_with('\r')) line.pop_back();
    // A blank line may be one of a string, whose blanks count.
    if (touched) line = trim_right(line);
    if (!(touched && line.empty())) lines.push_back(std::move(line));
    at = feed + 1;
  }

  const auto blank = [](const std::string& line) { return is_blank(line); };
  const auto begin = std::ranges::find_if_not(lines, blank);
  std::string shown;
  auto end = lines.end();
  while (end != begin && blank(*std::prev(end))) --end;
  for (auto line = begin; line != end; ++line) {
    if (line != begin) shown.push_back('\n');
    shown += *line;
  }
  shown.resize(trim_right(shown).size());
  return shown;
}

std::size_t Code::with_comments(TSNode node) const {
  std::size_t begin = ts_node_start_byte(node);
  std::uint32_t row = ts_node_start_point(node).row;
  TSNode before = ts_node_prev_sibling(node);
  for (int i = 0; i < kComments && !ts_node_is_null(before) && ts_node_is_extra(before); ++i) {
    // tree-sitter leaves what it can't read in nodes that are extra, too.
    if (ts_node_has_error(before) || ts_node_end_point(before).row + 1 < row) break;
    if (!begins_its_line(text_, ts_node_start_byte(before))) break;
    begin = ts_node_start_byte(before);
    row = ts_node_start_point(before).row;
    before = ts_node_prev_sibling(before);
  }
  return begin;
}

std::string Code::body(const std::vector<TSNode>& nodes) const {
  if (nodes.empty()) return {};
  Range piece{ts_node_start_byte(nodes.front()), ts_node_end_byte(nodes.back())};
  std::vector<TSNode> parts = nodes;
  if (nodes.size() == 1) {
    const TSNode node = nodes.front();
    if (is_block(node)) parts = named_children(node);
    if (const auto inside = inside_braces(node)) {
      piece = *inside;
    } else {
      // Comments before the first statement aren't in a block that is only indented.
      TSNode before = ts_node_prev_sibling(node);
      for (int i = 0; i < kComments && !ts_node_is_null(before) && ts_node_is_extra(before); ++i) {
        if (ts_node_has_error(before) || !begins_its_line(text_, ts_node_start_byte(before))) break;
        piece.begin = ts_node_start_byte(before);
        parts.push_back(before);
        before = ts_node_prev_sibling(before);
      }
    }
  }

  // A comment may stand further left than the statements.
  const bool only_comments = std::ranges::all_of(parts, ts_node_is_extra);
  std::optional<std::string_view> margin;
  for (const TSNode part : parts) {
    if (ts_node_is_extra(part) && !only_comments) continue;
    const std::size_t at = ts_node_start_byte(part);
    if (at > text_.size() || !begins_its_line(text_, at) || is_cut(range_of(part))) continue;
    const std::string_view own = indentation(text_, line_begin(text_, at));
    margin = margin ? common_prefix(*margin, own) : own;
  }
  if (begins_its_line(text_, piece.begin)) piece.begin = line_begin(text_, piece.begin);
  // Behind the opening brace: nothing, or the first statement that isn't cut.
  while (piece.begin < piece.end && piece.begin != line_begin(text_, piece.begin)) {
    const auto cut = std::ranges::find(cuts_, piece.begin, &Edit::begin);
    if (cut != cuts_.end() && cut->with.empty() && cut->end > cut->begin && cut->end <= piece.end)
      piece.begin = cut->end;
    else if (text_[piece.begin] == ' ' || text_[piece.begin] == '\t')
      ++piece.begin;
    else
      break;
  }
  return show(piece, margin.value_or(""));
}

std::string Code::statements(const std::vector<TSNode>& nodes) const {
  std::vector<TSNode> parts = nodes;
  if (nodes.size() == 1 && is_block(nodes.front())) parts = named_children(nodes.front());
  std::string shown;
  for (const TSNode part : parts) {
    if (ts_node_is_extra(part)) continue;
    const std::string statement = show({ts_node_start_byte(part), end_of_statement(part)}, "");
    if (statement.empty()) continue;
    if (!shown.empty()) shown.push_back('\n');
    shown += statement;
  }
  return shown;
}

std::string Code::block(const std::vector<TSNode>& nodes, std::size_t owner) const {
  if (nodes.empty()) return {};
  return show({ts_node_start_byte(nodes.front()), ts_node_end_byte(nodes.back())},
              indentation(text_, line_begin(text_, owner)));
}

std::string Code::whole(TSNode node, std::size_t end) const {
  Range piece{with_comments(node), end};
  const std::string_view margin = indentation(text_, line_begin(text_, piece.begin));
  if (begins_its_line(text_, piece.begin)) piece.begin = line_begin(text_, piece.begin);
  return show(piece, margin);
}

}  // namespace proctor::source
