// The Test Anything Protocol, 13 and 14, as Perl, node, tap and bats write it: sub-tests, YAML blocks, plans
// in front or behind; `begin N name` lines of bats; several files as `prove -v` shows them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "format/bats_stream.hpp"
#include "format/line_splitter.hpp"
#include "format/reader.hpp"
#include "format/tap_line.hpp"

namespace proctor::format {

class TapReader : public ReportReader {
 public:
  explicit TapReader(ReaderOptions options)
      : ReportReader(std::move(options.listener)), some_(options.some), beside_(std::move(options.beside)) {}
  void feed(std::string_view bytes) override;
  /// Of bats: its lines before the first plan.
  void feed_plan(std::string_view text) override;
  void feed_stderr(std::string_view text) override { errors_ = text; }

 protected:
  void end() override;

 private:
  static constexpr std::size_t kNone = std::size_t(-1);

  /// A document, or the sub-test of one.
  struct Level {
    std::string prefix{};     ///< of the ids of its tests
    std::string announced{};  ///< by "# Subtest:", what comes next
    std::optional<std::size_t> plan{};
    std::set<std::size_t> todo{};  ///< tests that may fail, by the plan
    std::size_t planned_at = 0;    ///< behind that many test points the plan stands
    std::size_t points = 0;        ///< test points that came
    std::size_t failed = 0;
    std::size_t last = 0;         ///< the last one's number
    std::size_t highest = 0;      ///< the highest number before the plan came
    TestEvent* event = nullptr;   ///< the last one's result
    std::size_t first_event = 0;  ///< the place of the level's first one
    bool holds = false;           ///< a sub-test stood in it that told something
    bool told = false;            ///< that was announced: comments come before the next one
    bool braces = false;          ///< "ok 1 - name {": the last one's sub-tests come behind it

    /// The test that the next lines belong to. Nothing of the one before it is open any more.
    void turn_to(TestEvent* test) {
      event = test;
      braces = false;
    }
  };

  bool some_;
  void line(std::string_view text);
  bool block(std::string_view text);
  bool prove_line(std::string_view text);
  bool tap_line(std::size_t depth, std::string_view text);
  void comment(std::size_t depth, std::string_view text);
  void point(std::size_t depth, TapPoint point);
  void finish_block();
  static void fail_as_file(TestEvent& test, const std::string& as);
  void plan(std::size_t depth, std::string_view text);
  void other(std::string_view text);
  void unknown(std::string_view text);
  void whole_file(const std::string& name, Status status, std::string_view message);
  void begin_document(std::string file);
  void close_document();
  void close_level();
  void check_plan(const Level& level, const std::string& name);
  void open_level();

  LineSplitter lines_{kLongestReportLine};
  std::vector<Level> levels_{};  ///< the document first
  std::string file_{};           ///< that the tests stand in, where it's said
  std::size_t documents_ = 0;
  bool prove_ = false;
  bool prove_over_ = false;             ///< the file's own line below its tests came
  std::size_t failed_ = 0;              ///< of all documents
  std::optional<BatsStream> bats_{};    ///< takes all lines, if it is bats that writes them
  bool own_lines_ = true;               ///< comments are the last test's message, no output yet
  std::string pending_{};               ///< printed before the next test's result
  std::optional<std::size_t> block_{};  ///< the indentation of the YAML block that goes on
  std::string yaml_{};
  std::string errors_{};
  bool strict_ = false;    ///< by "pragma +strict": a line that isn't TAP is an error
  bool half_not_ = false;  ///< the last line was "not" alone: its "ok" may stand in the next
  std::filesystem::path beside_{};
};

}  // namespace proctor::format
