// Which test printed what: a reporter writes marks into the output, which carry a secret that the tests don't
// know (docs/adding-a-framework.md). What stands between two marks belongs to the test that the first names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "report/event.hpp"

namespace proctor::format {

class OutputMarks {
 public:
  /// `keep`: so many bytes of each test's output are kept, from its beginning.
  OutputMarks(std::string secret, std::size_t keep)
      : opening_('\x1e' + std::move(secret) + ' '), keep_(keep) {}

  void feed(Stream stream, std::string_view bytes);
  /// No more comes: a mark that was begun is none.
  void finish();

  /// What was printed while the test with this number ran; 0: outside of tests. In order of arrival.
  const std::string& both(std::uint64_t number) const { return text(number).both; }
  const std::string& out(std::uint64_t number) const { return text(number).out; }
  const std::string& err(std::uint64_t number) const { return text(number).err; }
  /// The end of what this test printed on the stream beyond what is kept of it, as long as it's the stream's
  /// last test.
  std::string_view beyond(Stream stream, std::uint64_t number) const;

 private:
  struct Text {
    std::string both{};
    std::string out{};
    std::string err{};
  };
  struct Current {
    std::uint64_t number = 0;
    std::string begun{};   // what may be the beginning of a mark
    std::string beyond{};  // the end of what isn't kept of this test, at most twice as much as is
  };

  const Text& text(std::uint64_t number) const;
  void printed(Stream stream, std::string_view bytes);
  std::size_t append(std::string& to, std::string_view bytes);

  std::string opening_;
  std::size_t keep_;
  std::size_t room_ = std::size_t{128} << 20U;  // of all tests together
  std::array<Current, 2> streams_{};
  std::map<std::uint64_t, Text> texts_{};
};

}  // namespace proctor::format
