#include "source/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "source/literal.hpp"

namespace proctor::source {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// All lines but the first, which goes on behind something, and those within a text get an indentation.
std::string indented(const Grammar& grammar, std::string_view lines, std::string_view with) {
  const std::vector<Range> texts = raw_strings(grammar, lines);
  std::string result;
  bool first = true;
  for (const std::string_view line : split_lines(lines)) {
    if (!first) result.push_back('\n');
    if (!first && !line.empty() &&
        !begins_within(texts, static_cast<std::size_t>(line.data() - lines.data())))
      result.append(with);
    result.append(line);
    first = false;
  }
  return result;
}

std::string_view optional_text(TSNode node, std::string_view text) {
  return ts_node_is_null(node) ? std::string_view() : text_of(node, text);
}

/// The indentation of a line within a test whose own indentation is taken off.
std::string_view within(std::string_view indentation, std::string_view margin) {
  return indentation.starts_with(margin) ? indentation.substr(margin.size()) : indentation;
}

}  // namespace

std::size_t Tables::innermost_test(Range range) const {
  std::size_t found = kNone;
  for (std::size_t i = 0; i < places_.tests.size() && places_.tests[i].range.begin <= range.begin; ++i)
    if (places_.tests[i].range.contains(range)) found = i;
  return found;
}

Table Tables::read(const TablePlace& place) const {
  const auto as_in_its_line = [&](TSNode node) {
    const Range range = range_of(node);
    return code_.show(range, indentation(code_.text(), line_begin(code_.text(), range.begin)));
  };
  Table table;
  table.name = text_of(place.name, code_.text());
  if (!ts_node_is_null(place.type)) table.type = as_in_its_line(place.type);
  // In a list of pointers (`[]*row{{…}}`) each row is the address of what stands there.
  if (table.type.starts_with('*')) table.type.front() = '&';
  for (const TablePlace::RowPlace& row : place.rows) {
    Table::Case one{as_in_its_line(row.node), {}};
    for (const auto& [key, value] : row.names) {
      const Name name = read_name(grammar_, value, code_.text());
      if (name.literal) one.names.emplace_back(optional_text(key, code_.text()), name.text);
    }
    table.cases.push_back(std::move(one));
  }
  return table;
}

std::vector<Table> Tables::outside() const {
  std::vector<Table> tables;
  for (const TablePlace& place : places_.tables)
    if (innermost_test(range_of(place.node)) == kNone) tables.push_back(read(place));
  return tables;
}

std::vector<Row> Tables::rows(std::size_t test, std::span<const Table> others) {
  std::vector<Row> rows;
  for (const LoopPlace& loop : places_.loops) {
    if (innermost_test(range_of(loop.node)) != test) continue;
    const std::string_view name = text_of(loop.table, code_.text());
    const TablePlace* own = nullptr;
    bool inside = false;
    for (const TablePlace& table : places_.tables) {
      if (text_of(table.name, code_.text()) != name) continue;
      const std::size_t owner = innermost_test(range_of(table.node));
      const bool here = owner == test && ts_node_end_byte(table.node) <= ts_node_start_byte(loop.node);
      // The last one before the loop, else one that stands outside of all tests.
      if (here || (!inside && owner == kNone)) own = &table;
      inside = inside || here;
    }
    if (own != nullptr) {
      add_rows(places_.tests[test], loop, read(*own), inside ? own : nullptr, rows);
    } else if (const auto other = std::ranges::find(others, name, &Table::name); other != others.end()) {
      add_rows(places_.tests[test], loop, *other, nullptr, rows);
    }
  }
  return rows;
}

void Tables::add_rows(const TestPlace& test, const LoopPlace& loop, const Table& table, const TablePlace* own,
                      std::vector<Row>& rows) {
  const std::string_view text = code_.text();
  const std::string_view key = optional_text(loop.key, text);
  const auto name_of = [&](const Table::Case& one) {
    return std::ranges::find(one.names, key, &std::pair<std::string, std::string>::first);
  };
  if (ts_node_is_null(loop.body)) {
    for (const Table::Case& one : table.cases)
      if (const auto name = name_of(one); name != one.names.end()) rows.push_back({name->second, ""});
    return;
  }
  const std::string_view variable = optional_text(loop.variable, text);

  const std::string_view margin = indentation(text, line_begin(text, test.range.begin));
  const std::size_t loop_begin = ts_node_start_byte(loop.node), loop_line = line_begin(text, loop_begin);
  const std::string_view indent = within(indentation(text, loop_line), margin);

  // The loop becomes what it does, an empty line before it and one after it, as Go's printer leaves them
  // where the lines of the loop were.
  std::string body = code_.body({loop.body});
  const std::string_view before = trim(text.substr(0, loop_line));
  const bool blank_before =
      std::ranges::count(text.substr(before.size(), loop_line - before.size()), '\n') > 1;
  Edit done{loop_begin, ts_node_end_byte(loop.node), ""};
  if (begins_its_line(text, loop_begin)) {
    done.begin = loop_line;
    const std::string_view after =
        text.substr(done.end, text.find_first_not_of(" \t\r\n", done.end) - done.end);
    done.with = fmt::format("{}{}{}{}", blank_before ? "" : "\n", indent, indented(grammar_, body, indent),
                            std::ranges::count(after, '\n') == 1 ? "\n" : "");
  } else {
    done.with = indented(grammar_, body, indent);
  }

  for (const Table::Case& one : table.cases) {
    const auto name = name_of(one);
    if (name == one.names.end()) continue;
    Edit set;
    const std::string value = fmt::format("{} := {}{}", variable, table.type, one.code);
    if (own != nullptr) {
      set = {ts_node_start_byte(own->node), ts_node_end_byte(own->node), ""};
      set.with = indented(grammar_, value, within(indentation(text, line_begin(text, set.begin)), margin));
    } else {
      if (test.body.empty()) return;
      const std::size_t open = ts_node_start_byte(test.body.front());
      set = {open, open + 1, fmt::format("{{\n{}{}", indent, indented(grammar_, value, indent))};
    }
    std::vector<Edit> cuts = code_.cuts();
    cuts.push_back(std::move(set));
    cuts.push_back(done);
    tidy(cuts);
    std::string shown = Code(text, cuts, code_.texts()).whole(test.node, test.range.end);
    if (shown.size() > most_) return;
    most_ -= shown.size();
    rows.push_back({name->second, std::move(shown)});
  }
}

}  // namespace proctor::source
