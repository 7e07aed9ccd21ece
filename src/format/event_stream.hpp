// Proctor events: what a reporter writes to the side channel (docs/adding-a-framework.md).
//
// Whoever writes to the channel without the nonce isn't the reporter, and what he writes counts for nothing.
// A push parser: bytes in pieces of any size, memory bounded whatever comes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/json.hpp"
#include "format/line_splitter.hpp"
#include "format/reader.hpp"

namespace proctor::format {

class EventStream : public ReportReader {
 public:
  explicit EventStream(std::string nonce, TestEvents::Listener listener = {})
      : ReportReader(std::move(listener)), nonce_(std::move(nonce)) {}

  void feed(std::string_view bytes) override;
  /// Lines of the reporter that break the rules. It has a fault, or somebody has got hold of the nonce.
  std::size_t broken() const { return broken_; }

 private:
  void line(std::string_view text);
  bool event(const json::object& object);
  bool plan(const json::object& object);
  bool start(const json::object& object);
  bool finished(const json::object& object);
  bool error(const json::object& object);
  TestEvent* named(const json::object& object);
  void fill(TestEvent& test, const json::object& object);

  std::string nonce_;
  LineSplitter lines_{kLongestReportLine};
  std::size_t broken_ = 0;
};

}  // namespace proctor::format
