// What holds for every reader, whatever comes: the same in pieces of any size, no result without a test that
// began, and no more than its bounds allow.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "format/reader.hpp"

namespace proctor::format {

inline std::string read_for_fuzzing(std::string_view format, std::string_view text, std::size_t piece) {
  const auto reader = make_reader(format);
  for (; !text.empty(); text.remove_prefix(piece < text.size() ? piece : text.size()))
    reader->feed(text.substr(0, piece));
  reader->finish();
  std::string told;
  std::size_t open = 0;
  for (const TestEvent& test : reader->events().tests()) {
    if (test.id.empty() || (test.status && test.group)) std::abort();
    if ((test.status || test.group) && (test.number == 0 || (test.finished == 0 && !test.cut))) std::abort();
    if (test.message.size() > (2U << 20U) || test.output.size() > (2U << 20U)) std::abort();
    open += test.open() ? 1 : 0;
    told += test.id + '\n' + test.suite + '\n' + test.message + '\n' + test.output + '\n';
    told += test.status ? word(*test.status) : test.group ? "group" : "none";
  }
  if (open != reader->events().open() || (open > 0 && reader->problems().empty())) std::abort();
  for (const std::string& problem : reader->problems()) told += problem + '\n';
  return told;
}

/// The first byte says how long the pieces are.
inline int fuzz_reader(std::string_view format, const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = data[0] % 16U + 1U;
  if (read_for_fuzzing(format, text, text.size() + 1) != read_for_fuzzing(format, text, piece)) std::abort();
  detect_format(text);
  return 0;
}

}  // namespace proctor::format
