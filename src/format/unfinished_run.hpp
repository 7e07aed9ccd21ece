// Whether a command's output shows that a run of tests broke off: it has a beginning and no end, or a shell
// says that a program of tests crashed.
//
// A test program that crashes, leaves by exit(0) or is killed in the middle of a run prints no sum, and
// behind a pipe (`./tests | tail`, `timeout 60 pytest || true`) the command still ends with 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace proctor::format {

struct UnfinishedRun {
  std::string line{};       ///< what begins and has no end, or the shell's word
  bool may_be_cut = false;  ///< the command leaves lines out, so that the end may have been among them
};

/// Looks at an output line by line, in bounded memory.
class RunWatch {
 public:
  /// The next line, without control sequences and its newline.
  void line(std::string_view line);
  /// The next line is too long to be looked at: the end of a test may stand behind it.
  void long_line() { gtest_.clear(); }
  /// So far. `command` is what printed it. `about_tests`: it names tests, or tests did run, so that a crash
  /// is one of theirs.
  std::optional<UnfinishedRun> found(std::string_view command, bool about_tests) const;
  /// The line by which a shell, a sanitizer or Python says that a program crashed; empty if there is none.
  const std::string& crash() const { return crash_; }

 private:
  static constexpr std::size_t kForms = 6;

  // A run of which the beginning was seen. As many ends as beginnings are wanted: several runs may stand
  // behind one another, or between each other.
  struct Open {
    std::size_t count = 0;
    std::string first{};
    bool shown = false;
  };

  void own_line(std::string_view line);
  void form_line(std::string_view line);
  void gtest_line(std::string_view line);
  void last_test_line(std::string_view line);
  void crash_line(std::string_view line);
  void tap_line(std::string_view line);
  std::optional<std::string> unended() const;

  std::array<Open, kForms> open_{};
  std::map<std::string, std::string, std::less<>> gtest_{};  // by the name
  bool too_many_ = false;                                    // of these
  std::string unittest_{};
  std::string go_test_{};
  std::string crash_{};
  bool aborts_ = false;
  std::string plan_{};         // TAP's
  std::uint64_t missing_ = 0;  // of those that were planned
  std::uint64_t last_ = 0;     // the number of the last one that stood behind no plan
  bool any_planned_ = false;
};

/// `output` is all that was printed, without control sequences; `command` is what printed it.
std::optional<UnfinishedRun> find_unfinished_run(std::string_view output, std::string_view command);

}  // namespace proctor::format
