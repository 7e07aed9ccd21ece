// Whether a command's output says that it tested nothing.
//
// A misspelt filter (`pytest -k nothing | tail`, `go test -run Nothing`) ends with 0 and without a failure,
// and so does a runner that isn't there (`pytest | tail`). It is no reason to believe in anything.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace proctor::format {

struct NoneRan {
  std::string line{};       ///< what says so
  bool is_failure = false;  ///< the tool that printed it took that for a failure, however the command ended
};

/// Looks at an output line by line, in bounded memory and time.
class NoneRanWatch {
 public:
  explicit NoneRanWatch(std::string_view command);

  /// The next line, without control sequences and its newline.
  void line(std::string_view line);
  /// So far: nothing if any line looks as if tests did run, or if there were too many to look at all.
  std::optional<NoneRan> found() const;
  /// Whether a line looks as if tests did run.
  bool saw_tests() const { return saw_tests_; }
  /// The first line by which a program says that it crashed, where the command names no tests: that is no
  /// word on tests. Empty if there is none.
  const std::string& crash() const { return crash_; }

 private:
  std::string command_;
  bool names_tests_;
  std::string crash_{};
  std::string before_{};       // the line before, if it isn't blank or long
  std::size_t looked_at_ = 0;  // bytes
  bool saw_tests_ = false;
  bool decided_ = false;      // it can't be known, or tests ran
  unsigned lines_of_go_ = 0;  // that are still to come of a package in which nothing ran
  std::optional<NoneRan> found_{};
};

/// Nothing if any line looks as if tests did run. `output` is all that was printed, without control
/// sequences; `command` is what printed it.
std::optional<NoneRan> find_none_ran(std::string_view output, std::string_view command);

}  // namespace proctor::format
