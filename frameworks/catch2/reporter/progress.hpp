// What happens to the tests, as events of proctor: built here, sent by the keeper. Knows nothing of Catch.
#pragma once

#include <chrono>
#include <set>
#include <string>
#include <vector>

namespace proctor_catch {
namespace {

/// A test as it stands in the program.
struct Test {
  std::string id;
  std::string name;     ///< shown instead of the id; empty: made from it
  std::string in_file;  ///< the test's name in the source, where that is another than the id; or empty
  std::string file;
  std::size_t line = 0;
  int task = 0;  ///< 0: none, or not exactly one
};

class Progress {
 public:
  /// Opens what the program's output is read by; call it before anything is printed.
  Progress();

  /// Whether it's to be run, by the greeting.
  bool wants(const Test& test) const;

  void plan(const std::vector<Test>& tests);
  void start(const Test& test);
  /// Something failed in the test that is open, and it may never come to its end.
  void failed(const std::string& message);
  void finish(const std::string& status, const std::string& message, std::size_t line);
  void end();
  /// Nothing can be tested, and why; the program ends.
  [[noreturn]] void refuse(const std::string& why);

 private:
  std::set<std::string> skip_;
  std::set<std::string> only_;
  unsigned number_;
  bool only_skipped_ = true;  // so far
  std::string open_;
  std::chrono::steady_clock::time_point began_;
};

/// Before a signal ends the program: what the test has printed and is held back until a line ends or a buffer
/// is full. Written as it lies there, for the program's memory may be in any state, and locks may be held.
void write_pending();

/// Of a JSON string, with its quotes. What isn't UTF-8 becomes U+FFFD.
std::string quoted(const std::string& text);

/// The same text, relative to the project's directory if it is a path in it.
std::string in_project(const std::string& path);

}  // namespace
}  // namespace proctor_catch
