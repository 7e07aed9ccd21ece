// What Rust's test programs print with `-Z unstable-options --format json`, one object a line; of several
// programs one behind the other, as `cargo test` has it.
#pragma once

#include <string>

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
  TestEvent* test(const std::string& name);

  LineSplitter lines_{kLongestReportLine};
  std::size_t program_ = 0;  ///< the how-manieth test program; 0: none yet
  std::size_t planned_programs_ = 0;
  std::string program_name_{};  ///< as cargo calls it; empty: not known
  bool open_ = false;           ///< its suite goes on
  std::size_t wanted_ = 0;      ///< tests that it says it has
  std::size_t told_ = 0;        ///< results that came
  std::size_t passed_ = 0, failed_ = 0, ignored_ = 0;
  std::string compiler_{};  ///< from the first word of an error on
};

}  // namespace proctor::format
