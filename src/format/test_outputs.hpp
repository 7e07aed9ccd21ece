// Which test printed what, where a framework doesn't catch that itself.
//
// What arrives belongs to the test that is current at that moment. Whoever reads the reporter's channel says
// which test that is: a reporter flushes its streams before it tells that a test begins or ends, and waits
// for the answer (docs/adding-a-framework.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "report/event.hpp"

namespace proctor::format {

class TestOutputs {
 public:
  /// `keep`: of each test's output its beginning and its end are kept, at most twice as many bytes.
  explicit TestOutputs(std::size_t keep) : keep_(keep) {}

  void feed(Stream stream, std::string_view bytes);
  /// What comes from now on belongs to the test with this number; 0: to none.
  void turn_to(std::uint64_t number);

  /// What comes from now on is recent: a test has begun or ended.
  void mark() { recent_.clear(); }
  /// The end of what came outside of tests, on both streams, since the mark.
  std::string_view recent() const { return recent_; }

  /// What was printed while the test with this number ran; 0: outside of tests. In order of arrival.
  const std::string& both(std::uint64_t number) const { return text(number).both; }
  const std::string& out(std::uint64_t number) const { return text(number).out; }
  const std::string& err(std::uint64_t number) const { return text(number).err; }

 private:
  struct Text {
    std::string both{};
    std::string out{};
    std::string err{};
  };

  const Text& text(std::uint64_t number) const;
  void append(std::string& to, std::string_view bytes);

  std::size_t keep_;
  std::size_t room_ = std::size_t{128} << 20U;  // of all tests together
  std::uint64_t current_ = 0;
  std::string recent_{};
  std::map<std::uint64_t, Text> texts_{};
};

}  // namespace proctor::format
