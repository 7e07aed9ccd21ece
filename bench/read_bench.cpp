// How fast the reader of forge's report is, alone: read_bench FILE
//
// Reads the file in pieces of 64 KiB, as a run reads a pipe, and prints megabytes a second and peak memory.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <vector>

#include "base/unique_fd.hpp"
#include "format/forge_json.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: read_bench FILE\n");
    return 2;
  }
  const proctor::UniqueFd file(::open(argv[1], O_RDONLY | O_CLOEXEC));
  if (!file) {
    fmt::print(stderr, "{}: can't be opened\n", argv[1]);
    return 1;
  }
  const auto begin = std::chrono::steady_clock::now();
  proctor::format::ForgeJsonReader reader;
  std::vector<char> piece(64U << 10U);
  std::size_t bytes = 0;
  for (ssize_t length = 0; (length = ::read(file.get(), piece.data(), piece.size())) > 0;) {
    bytes += static_cast<std::size_t>(length);
    reader.feed({piece.data(), static_cast<std::size_t>(length)});
  }
  const auto result = reader.finish();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const proctor::Counts counts = proctor::count(result.suites);
  fmt::print("{} passed, {} failed{}{}\n", counts.passed, counts.failed,
             result.state.truncated ? ", truncated" : "",
             result.state.malformed.empty() ? "" : ", malformed: " + result.state.malformed);
  fmt::print("{:.1f} MB in {:.3f} s: {:.0f} MB/s, peak memory {:.1f} MiB\n", static_cast<double>(bytes) / 1e6,
             took.count(), static_cast<double>(bytes) / 1e6 / took.count(),
             static_cast<double>(usage.ru_maxrss) / 1024);
  return 0;
}
