// What happens to the tests, as events of proctor. Knows nothing of Catch2.
#pragma once

#include <chrono>
#include <string>

namespace proctor_catch {

/// A test as it stands in the program.
struct Test {
  std::string id;
  std::string name;     ///< shown instead of the id; empty: made from it
  std::string in_file;  ///< the test's name in the source, where that is another than the id; or empty
  std::string file;
  std::size_t line = 0;
  int task = 0;  ///< 0: none, or not exactly one
};

/// Whether the program is a submission's: its tests are never skipped or hidden.
bool of_exercise();

/// The program's name before the ids of its tests: "name::". Empty if the run has just this one.
std::string id_prefix();

class Progress {
 public:
  /// Remembers the standard streams; make it before anything is printed.
  Progress();

  /// Asks the driver whether the test is to be run. If so, it's planned.
  bool wants(const Test& test) const;
  void start(const Test& test);
  /// Something failed in the test that is open, and it may never come to its end.
  void failed(const std::string& message) const;
  void finish(const std::string& status, const std::string& message, std::size_t line);
  void end() const;

 private:
  std::string open_;
  std::chrono::steady_clock::time_point began_;
};

/// Ends the program by this signal, and writes before that what the test has printed.
[[noreturn]] void die_by(int signal_number);

}  // namespace proctor_catch
