#include "supervise/free_processor.hpp"

#include <unistd.h>

#include <charconv>
#include <string>
#include <system_error>

#include "supervise/process_table.hpp"

namespace proctor::supervise {

std::optional<std::size_t> running_tasks(std::string_view loadavg) {
  for (int averages = 0; averages < 3; ++averages) {
    const std::size_t blank = loadavg.find(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    loadavg.remove_prefix(blank + 1);
  }
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(loadavg.data(), loadavg.data() + loadavg.size(), count);
  if (error != std::errc() || end == loadavg.data() + loadavg.size() || *end != '/') return std::nullopt;
  return count;
}

bool is_a_processor_free() {
  static const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const auto running = running_tasks(read_kernel_file("/proc/loadavg", 128));
  // The one that asks is running, too, but not for long.
  return running && *running <= static_cast<std::size_t>(processors);
}

}  // namespace proctor::supervise
