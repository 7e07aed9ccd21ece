// MCP's resources: what a run printed (proctor://runs/RUN/log?offset=N&limit=N), its whole answer
// (proctor://runs/RUN/answer), and the schemas of whole answers (proctor://schemas/NAME).
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "service/mcp/era.hpp"
#include "tool/host.hpp"

namespace proctor::mcp {

std::string log_uri(std::string_view run);
std::string answer_uri(std::string_view run);

struct RunAddress {
  enum class Part { log, answer };
  Part part = Part::log;
  std::string run{};
  std::uint64_t offset = 0;
  std::uint64_t limit = 0;
};
/// The error is a sentence.
tl::expected<RunAddress, std::string> read_run_uri(std::string_view uri);

/// The runs whose logs are listed: the latest ones of this process.
class Runs {
 public:
  explicit Runs(const tool::Host& host) : host_(host) {}

  struct Entry {
    std::string run;
    std::string tool;
    bool log = true;
    bool answer = false;
  };
  void add(Entry entry);

  json::object list() const;        ///< the result of resources/list
  static json::object templates();  ///< of resources/templates/list
  /// Of resources/read.
  tl::expected<json::object, Fault> read(const json::object& params, Era era) const;

 private:
  const tool::Host& host_;
  mutable std::mutex mutex_{};
  std::deque<Entry> entries_{};  // latest first
};

}  // namespace proctor::mcp
