// mocha's reporters json-stream (["start", …], ["pass", …], ["fail", …] and ["end", …], one a line) and json
// (one document with the lists passes, failures and pending).
#pragma once

#include <string>

#include "base/json.hpp"
#include "format/document_reader.hpp"
#include "format/line_splitter.hpp"

namespace proctor::format {

class MochaJsonReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;
  void feed(std::string_view bytes) override;

 protected:
  void end() override;
  void document(Bytes& text) override;

 private:
  void line(std::string_view text);
  void test(const json::object& object, Status status);
  void compare(const json::object& stats);

  LineSplitter lines_{kLongestReportLine};
  std::size_t total_ = 0, passed_ = 0, failed_ = 0, pending_ = 0, hooks_ = 0;
  std::optional<bool> stream_{};  ///< by the first byte
  bool ended_ = false;
};

}  // namespace proctor::format
