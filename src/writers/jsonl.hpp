// A run as lines of JSON, one for each event (schemas/run-event.schema.json): while it goes on as well as of
// an answer that is there already.
//
// Lines about tests that come while a run goes on are what is known then. What the answer says otherwise in
// the end (a test was run again, or has ended its run) comes as one more line: the last line of a test
// counts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "report/event.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {

/// What is known of a run before it begins.
struct RunStart {
  std::string name{};      ///< of the project
  std::string command{};   ///< proctor's own, or the one that it runs; as a shell would take it
  std::string version{};   ///< proctor's
  std::int64_t began = 0;  ///< milliseconds since 1970, UTC
};

class EventLines {
 public:
  /// Takes secrets out of a text.
  using Mask = std::function<std::string(std::string_view)>;

  explicit EventLines(Mask mask = {}) : mask_(std::move(mask)) {}

  /// The first line.
  std::string began(const RunStart& start);
  /// One line, at a time like RunStart::began.
  std::string line(const Event& event, std::int64_t at);
  /// The results that no line has told yet as they are, and the last line. The answer is masked already.
  std::string ended(const Written& written) const;

 private:
  struct ToJson;

  Mask mask_;
  std::map<std::string, Status, std::less<>> told_{};  ///< by the test's key
};

}  // namespace proctor::writers
