// Where tests, groups and tables stand: the captures of all matches, put together by what they belong to.
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

struct TestPlace {
  TSNode node{};  ///< @test, the outermost
  Range range;    ///< with its body, if that isn't in it
  std::optional<TSNode> name;
  std::vector<TSNode> body;
  std::set<int> tasks;
};

struct GroupPlace {
  TSNode node{};
  Range range;
  std::optional<TSNode> name;
  std::set<int> tasks;
};

struct TablePlace {
  struct RowPlace {
    TSNode node{};
    std::vector<std::pair<TSNode, TSNode>> names;  ///< key (none: the row's own) and string
  };
  TSNode node{};
  TSNode name{}, type{};
  std::vector<RowPlace> rows;
};

struct LoopPlace {
  TSNode node{};
  TSNode table{}, variable{}, key{}, body{};
};

struct Places {
  std::vector<TestPlace> tests;  ///< in the order of the text, as all of these; each has a name
  std::vector<GroupPlace> groups;
  std::vector<TablePlace> tables;
  std::vector<LoopPlace> loops;
  std::vector<Edit> edits;     ///< what neutralises the markers that skip tests
  std::vector<Edit> cuts;      ///< what isn't shown as it stands
  std::vector<Range> perhaps;  ///< what may run several times, or not at all
  std::vector<Range> runs;     ///< names of tests where they are started
};

Places collect(const std::vector<Match>& matches, std::string_view text);

}  // namespace proctor::source
