// Reads proctor's own answers where a command prints them (`proctor test --json`):
// {"ok":…,"data":{"suites":…}}.
#pragma once

#include <boost/json/stream_parser.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "format/forge_results.hpp"
#include "report/judge.hpp"
#include "report/report.hpp"

namespace proctor::format {

class EnvelopeReader {
 public:
  /// Of a larger answer nothing is read.
  static constexpr std::size_t kMaxBytes = 4U << 20U;

  /// Begins a document with its first bytes, `{` and more.
  void begin(std::string_view bytes);
  /// Goes on. What stands behind the end of the document is passed over.
  void feed(std::string_view bytes);
  bool in_document() const { return in_document_; }
  /// Ends the input.
  void finish();

  // What was read, to be moved away at the end.
  ForgeResults results{};
  ReportState state{};
  FrameworkInfo framework{};

 private:
  void end_document();
  void give_up();

  bool in_document_ = false;
  std::string document_{};
  std::optional<boost::json::stream_parser> end_{};  // tells where it ends
};

}  // namespace proctor::format
