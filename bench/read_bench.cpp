// How fast the reader of a report is, alone: read_bench FILE
//
// Finds out the format, reads the file in pieces of 64 KiB, as a run reads a pipe, and prints megabytes a
// second and peak memory.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <vector>

#include "base/unique_fd.hpp"
#include "format/forge_json.hpp"
#include "format/reader.hpp"

namespace {

using proctor::Counts;

template <typename Feed>
std::size_t read_all(int file, std::string_view begin, Feed&& feed) {
  feed(begin);
  std::size_t bytes = begin.size();
  std::vector<char> piece(64U << 10U);
  for (ssize_t length = 0; (length = ::read(file, piece.data(), piece.size())) > 0;) {
    bytes += static_cast<std::size_t>(length);
    feed({piece.data(), static_cast<std::size_t>(length)});
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: read_bench FILE\n");
    return 2;
  }
  const proctor::UniqueFd file(::open(argv[1], O_RDONLY | O_CLOEXEC));
  std::vector<char> first(64U << 10U);
  const ssize_t got = file ? ::read(file.get(), first.data(), first.size()) : -1;
  if (got < 0) {
    fmt::print(stderr, "{}: can't be read\n", argv[1]);
    return 1;
  }
  const std::string_view begin(first.data(), static_cast<std::size_t>(got));
  const std::string_view format = proctor::format::detect_format(begin);
  const auto start = std::chrono::steady_clock::now();
  Counts counts;
  std::size_t bytes = 0;
  std::string problems;
  if (const auto reader = proctor::format::make_reader(format)) {
    bytes = read_all(file.get(), begin, [&](std::string_view piece) { reader->feed(piece); });
    reader->finish();
    for (const auto& test : reader->events().tests()) {
      counts.passed += test.status == proctor::Status::pass ? 1 : 0;
      counts.failed += test.status == proctor::Status::fail ? 1 : 0;
    }
    for (const std::string& problem : reader->problems()) problems += ", " + problem;
  } else {
    proctor::format::ForgeJsonReader forge;
    bytes = read_all(file.get(), begin, [&](std::string_view piece) { forge.feed(piece); });
    const auto result = forge.finish();
    counts = proctor::count(result.suites);
    if (result.state.truncated) problems += ", truncated";
    if (!result.state.malformed.empty()) problems += ", malformed: " + result.state.malformed;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  fmt::print("{}: {} passed, {} failed{}\n", format, counts.passed, counts.failed, problems);
  fmt::print("{:.1f} MB in {:.3f} s: {:.0f} MB/s, peak memory {:.1f} MiB\n", static_cast<double>(bytes) / 1e6,
             took.count(), static_cast<double>(bytes) / 1e6 / took.count(),
             static_cast<double>(usage.ru_maxrss) / 1024);
  return 0;
}
