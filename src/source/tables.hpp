// Table tests: a test that loops over a table of cases is shown once for each case, as if it were the only
// one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "source/code.hpp"
#include "source/grammar.hpp"
#include "source/places.hpp"
#include "source/tests.hpp"

namespace proctor::source {

class Tables {
 public:
  /// `most` bytes of code at most are made in all.
  Tables(const Grammar& grammar, const Code& code, const Places& places, std::size_t most)
      : grammar_(grammar), code_(code), places_(places), most_(most) {}

  /// The tables that stand in no test.
  std::vector<Table> outside() const;

  /// The cases of the tables that a test loops over, in their order: its own, those of its file, and those of
  /// other files, in `others`.
  std::vector<Row> rows(std::size_t test, std::span<const Table> others);

 private:
  Table read(const TablePlace& place) const;
  std::size_t innermost_test(Range range) const;
  void add_rows(const TestPlace& test, const LoopPlace& loop, const Table& table, const TablePlace* own,
                std::vector<Row>& rows);

  const Grammar& grammar_;
  const Code& code_;
  const Places& places_;
  std::size_t most_;
};

}  // namespace proctor::source
