#include "cli/read_command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <vector>

#include "base/files.hpp"
#include "base/unique_fd.hpp"
#include "cli/print.hpp"
#include "cli/report_options.hpp"
#include "run/read.hpp"

namespace proctor::cli {
namespace {

constexpr std::uint64_t kLargestStderr = 16U << 20U;

}  // namespace

int run_read(const ReadOptions& options, const CommonOptions& common) {
  const auto refuse = [&common](const std::string& file, int error) {
    return print_answer({.error = fail_system(file, error, ErrorCode::invalid_request).value()}, common);
  };
  auto reports = Reports::settle_for_reading(options.reports, common);
  if (!reports) return print_answer({.error = reports.error()}, common);
  Recorded recorded{.format = options.format, .exit_code = options.exit_code};
  if (!options.stderr_file.empty()) {
    auto text = read_file(options.stderr_file, kLargestStderr);
    if (!text) return print_answer({.error = text.error()}, common);
    recorded.stderr_text = std::move(*text);
  }
  std::vector<char> buffer(256U << 10U);
  std::string failed;
  int read_error = 0;
  std::vector<UniqueFd> opened;
  std::vector<RecordedFile> files;
  for (const std::string& name : options.files) {
    opened.emplace_back(name == "-" ? -1 : open(name.c_str(), O_RDONLY | O_CLOEXEC));
    const int fd = name == "-" ? STDIN_FILENO : opened.back().get();
    if (fd < 0) return refuse(name, errno);
    files.push_back({name, [&buffer, &failed, &read_error, fd, name]() -> std::string_view {
                       while (true) {
                         const ssize_t got = read(fd, buffer.data(), buffer.size());
                         if (got < 0 && errno == EINTR) continue;
                         if (got < 0) {
                           failed = name;
                           read_error = errno;
                         }
                         return got <= 0 ? std::string_view()
                                         : std::string_view(buffer.data(), static_cast<std::size_t>(got));
                       }
                     }});
  }
  Answer answer = read_recorded(files, recorded);
  if (read_error != 0) return refuse(failed, read_error);
  reports->write(answer, {});
  return reports->print(answer, common);
}

}  // namespace proctor::cli
