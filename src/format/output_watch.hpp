// What only the whole of an output tells: that no test ran, that a run broke off, that tests failed
// behind the prefixes of what runs several programs at once (line_prefix.hpp), and that nothing tells how
// they ended.
//
// Lines that say by themselves that tests failed are output_evidence.hpp's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/failure_context.hpp"
#include "format/hidden_exit.hpp"
#include "format/none_ran.hpp"
#include "format/unfinished_run.hpp"

namespace proctor::format {

class OutputWatch {
 public:
  struct Seen {
    std::optional<NoneRan> none_ran{};
    std::optional<UnfinishedRun> unfinished{};
    std::vector<std::string> failure_lines{};  ///< behind prefixes, or said by the command itself; bounded
    std::string untold{};                      ///< why nothing is known of its tests (hidden_exit.hpp)
    bool about_tests = false;                  ///< the command names tests, or the output shows some
    std::string crash{};  ///< a line that says that a program crashed, if it isn't about tests
  };

  explicit OutputWatch(std::string_view command);

  /// The next part of the output, without control sequences; memory doesn't grow with it.
  void feed(std::string_view text);
  /// Ends the input. To be called once.
  Seen finish();

 private:
  // The lines with one prefix.
  struct Part {
    std::string prefix{};
    std::size_t lines = 0;
    FailureContext context{};
    RunWatch run{};
    std::vector<std::string> failure_lines{};
  };

  void line(std::string_view line);
  void prefixed_line(std::string_view line);
  Part* part_of(std::string_view prefix);

  std::string command_;
  std::string line_{};     // that has no end yet
  bool too_long_ = false;  // and is passed over
  NoneRanWatch none_ran_;
  RunWatch run_{};
  HiddenExitWatch hidden_exit_;
  std::vector<Part> parts_{};
};

}  // namespace proctor::format
