// Which tests of a project are those of one shard (`--shard 3/10`).
//
// Every shard finds that out by itself, perhaps on another machine. So it depends on nothing but the list of
// tests and the times that are known: neither on the order of the list nor on anything of the machine. What
// isn't on the list, because nobody knows of it before it runs, is run in every shard: better twice than
// never.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"
#include "request/request.hpp"

namespace proctor::framework {

/// How long tests took, found by their names however these are written: as a report has them, or as a
/// framework's id. Of several with one name, rows of a test for instance, the sum is the time.
class TestTimes {
 public:
  void add(const TestName& test, double milliseconds);
  std::optional<std::uint64_t> of(const std::string& file, std::string_view id) const;
  bool empty() const { return times_.empty(); }

 private:
  struct Time {
    double milliseconds = 0;
    std::string file{};  ///< of a name without its file: the one that it was told of
    bool unclear = false;
  };
  std::map<std::string, Time> times_{};
};

/// A test that is shared out.
struct SharedTest {
  std::string id;
  std::string file;
  std::string unit{};  ///< tests of one unit stay together: the tool can't run them apart; empty: rows_of(id)
};

class Shares {
 public:
  /// `by` that is `any` becomes time if there are times, else count.
  Shares(const ShardWish& wish, std::string separator, const std::vector<SharedTest>& tests,
         const TestTimes& times);

  /// Whether the test of this id is to be run here. Its rows and parts go where it goes; a whole is run
  /// wherever a part of it is.
  bool has(std::string_view id) const;
  /// Whether a file of this id is to be loaded: the ids of its tests begin with its own.
  bool has_file(std::string_view id) const;

  const Shard& shard() const { return shard_; }

 private:
  std::optional<bool> has_part(std::string_view whole) const;

  std::string separator_;
  std::map<std::string, std::size_t, std::less<>> shards_{};  ///< of each id
  std::map<std::string, std::size_t, std::less<>> rows_{};    ///< of each id without its row
  Shard shard_{};
};

/// The id without what tells the rows of one test apart: "a.py::test" of "a.py::test[1-2]".
std::string_view rows_of(std::string_view id, std::string_view file);

}  // namespace proctor::framework
