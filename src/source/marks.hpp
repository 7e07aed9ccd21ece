// What the matches of a query say, put together: which captures belong to one test, one group, one table.
#pragma once

#include <tree_sitter/api.h>

#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "source/code.hpp"
#include "source/edit.hpp"
#include "source/query.hpp"

namespace proctor::source {

struct TestMark {
  TSNode node{};  ///< @test, the outermost
  Range range;    ///< with its body, if that isn't in it
  std::optional<TSNode> name;
  std::vector<TSNode> body;
  std::set<int> tasks;
};

struct GroupMark {
  TSNode node{};
  Range range;
  std::optional<TSNode> name;
  std::set<int> tasks;
};

struct TableMark {
  struct RowMark {
    TSNode node{};
    std::vector<std::pair<TSNode, TSNode>> names;  ///< key (none: the row's own) and string
  };
  TSNode node{};
  TSNode name{}, type{};
  std::vector<RowMark> rows;
};

struct LoopMark {
  TSNode node{};
  TSNode table{}, variable{}, key{}, body{};
};

struct Marks {
  std::vector<TestMark> tests;  ///< in the order of the text, as all of these; each has a name
  std::vector<GroupMark> groups;
  std::vector<TableMark> tables;
  std::vector<LoopMark> loops;
  std::vector<Edit> edits;     ///< what neutralises the markers that skip tests
  std::vector<Edit> cuts;      ///< what isn't shown as it stands
  std::vector<Range> perhaps;  ///< what may run several times, or not at all
  std::vector<Range> runs;     ///< names of tests where they are started
};

Marks collect(const std::vector<Match>& matches, std::string_view text);

}  // namespace proctor::source
