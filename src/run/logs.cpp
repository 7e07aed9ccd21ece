#include "run/logs.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor {
namespace fs = std::filesystem;

fs::path logs_dir() {
  return user_state_dir() / "logs";
}

Log new_log(const Config& config) {
  std::random_device device;
  Log log;
  log.id = fmt::format("{:%Y%m%d-%H%M%S}-{:08x}", fmt::gmtime(std::chrono::system_clock::now()), device());
  if (config.logs.keep == 0 || !make_private_dirs(logs_dir())) return log;
  // The identifiers begin with the time: by name is by age.
  std::vector<fs::path> logs;
  std::error_code error;
  for (auto it = fs::directory_iterator(logs_dir(), error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (it->path().extension() == ".log") logs.push_back(it->path());
  }
  std::sort(logs.begin(), logs.end());
  for (std::size_t i = 0; i + config.logs.keep <= logs.size(); ++i) fs::remove(logs[i], error);
  log.path = logs_dir() / (log.id + ".log");
  return log;
}

}  // namespace proctor
