// Proctor events: what reporters ask and tell over the side channel (docs/adding-a-framework.md).
//
// Each process that reports is a client. Each line of a client is a JSON object with the run's nonce and the
// client's process id, and is answered by a line. Whoever writes without the nonce isn't a reporter: that
// counts for nothing, and isn't answered.
// A push parser: bytes in pieces of any size, memory bounded whatever comes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include "format/line_splitter.hpp"
#include "format/reader.hpp"

namespace proctor::format {

/// What a reporter is to do with a test: run it, leave it out, or leave out all that are left.
enum class Decision { run, skip, stop };

class EventStream : public ReportReader {
 public:
  /// What is asked for: a test that is planned or about to begin, or a file that is about to be loaded.
  struct Question {
    std::string id{};
    std::string name{};  ///< that the test is shown by, if it has one of its own
    bool file = false;
    std::string in{};  ///< the file that the test stands in, where that is told
  };
  /// A test that is skipped isn't planned.
  using Decide = std::function<Decision(const Question& question)>;

  explicit EventStream(std::string nonce, TestEvents::Listener listener = {}, Decide decide = {})
      : ReportReader(std::move(listener)), nonce_(std::move(nonce)), decide_(std::move(decide)) {}

  /// What this client is answered: a line for each of its own.
  std::string feed(int client, std::string_view bytes);
  /// What a first and only client writes.
  void feed(std::string_view bytes) override { feed(1, bytes); }

  /// The run is over. A file that was being loaded becomes a test that is open: it is to blame.
  void close();

  /// The number of the test that printed what comes now; 0: none, or nobody can tell, as several run or the
  /// framework catches what tests print.
  std::uint64_t current() const;
  /// Lines of the reporter that break the rules. It has a fault, or somebody has got hold of the nonce.
  std::size_t broken() const { return broken_; }

 private:
  struct Client {
    LineSplitter lines{kLongestReportLine};
    std::int64_t pid = 0;  ///< 0: it hasn't said hello
    bool captures = false;
    bool ended = false;
    bool dead = false;      ///< another client has got what it was to run
    std::string loading{};  ///< id of the file that it loads
    std::chrono::steady_clock::time_point since{};
    std::vector<std::uint64_t> open{};  ///< numbers of its tests, the innermost last
    std::set<std::uint64_t> asked{};    ///< numbers of all tests that it asked for
  };

  std::string_view line(Client& client, std::string_view text);
  std::string_view event(Client& client, const json::object& object);
  bool hello(Client& client, const json::object& object);
  std::string_view plan(const json::object& object);
  std::string_view ask(Client& client, const json::object& object);
  std::string_view load(Client& client, const json::object& object);
  bool finished(Client& client, const json::object& object);
  bool error(const json::object& object);
  bool died(const json::object& object);
  bool ends(Client& client);
  bool asked_before(const TestEvent& test, const Client& client);
  Decision decide(const json::object& test) const;
  void fill(TestEvent& test, const json::object& object);

  std::string nonce_;
  Decide decide_;
  std::map<int, Client> clients_{};
  std::size_t broken_ = 0;
};

}  // namespace proctor::format
