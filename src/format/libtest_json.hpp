// What Rust's test programs print with `-Z unstable-options --format json`, one object a line; of several
// programs one behind the other, as `cargo test` has it. Reporters of ours that write the same add the `file`
// and the `line` that a test stands in: its suite is that file, and two files may have tests of one name.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "format/line_splitter.hpp"
#include "format/reader.hpp"

namespace proctor::format {

class LibtestJsonReader : public ReportReader {
 public:
  explicit LibtestJsonReader(ReaderOptions options) : ReportReader(std::move(options.listener)) {}
  void feed(std::string_view bytes) override;
  /// Of `--list`, as text or as JSON; of several programs one behind the other.
  void feed_plan(std::string_view text) override;
  /// cargo names its programs there, and what can't be compiled.
  void feed_stderr(std::string_view text) override;

 protected:
  void end() override;

 private:
  void line(std::string_view text);
  void text_line(std::string_view text);
  void suite_event(const json::object& object, const std::string& event);
  void test_event(const json::object& object, const std::string& event);
  void close();
  TestEvent* named(std::size_t program, const std::string& name, const json::object& place);
  TestEvent* test(const std::string& name, const json::object& place);
  void name_programs();

  LineSplitter lines_{kLongestReportLine};
  std::size_t program_ = 0;  ///< the how-manieth test program; 0: none yet
  std::size_t planned_programs_ = 0;
  /// A test program as cargo calls it: of the package's library or of a file below tests/ it is the crate.
  struct Program {
    std::string name{};
    std::string file{};
  };
  static Program program_of(std::string_view text);
  Program named_{};                  ///< the last that was named; nameless: none was
  std::vector<Program> programs_{};  ///< by number, as far as they are known
  std::vector<Program> told_of_{};   ///< by standard error, in their order
  struct Early {
    std::size_t program = 0, told = 0;
    std::optional<std::size_t> wanted{};
  };
  std::vector<Early> early_{};           ///< programs that ended before their tests had
  bool open_ = false;                    ///< its suite goes on
  std::optional<std::size_t> wanted_{};  ///< tests that it says it has, if it does
  TestEvent* last_ = nullptr;            ///< the test that it told of last
  std::size_t told_ = 0;                 ///< results that came
  std::size_t passed_ = 0, failed_ = 0, ignored_ = 0;
  std::string compiler_{};     ///< from the first word of an error on
  bool cannot_build_ = false;  ///< and it was about the project
  bool testing_ = false;       ///< what stands here now was printed while tests ran
};

}  // namespace proctor::format
