// A file or pipe that is written while a run goes on, by a thread of its own: whoever reads it slowly, not at
// all or no longer, and a disk that is full, hold up nothing.
//
// A FIFO may get its reader when the run has begun already. SIGPIPE is the caller's matter.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace proctor::cli {

class LiveFile {
 public:
  /// `-` is standard output. Of a file that is there the end is written.
  explicit LiveFile(std::filesystem::path file, std::chrono::milliseconds patience = std::chrono::seconds(5));
  /// Calls finish().
  ~LiveFile();
  LiveFile(const LiveFile&) = delete;
  LiveFile& operator=(const LiveFile&) = delete;

  /// Returns at once. Of what comes behind a failure nothing is written.
  void write(std::string_view text);

  /// Waits until everything is written, as long as there is progress within the patience. What went wrong.
  Result<void> finish();

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  Result<void> put(std::string_view bytes);
  Result<void> open();
  bool is_late();

  const std::filesystem::path file_;
  const std::chrono::milliseconds patience_;
  UniqueFd fd_{};         // the thread's
  bool regular_ = false;  // the thread's

  std::mutex mutex_{};  // for everything below
  std::condition_variable wake_{};
  std::string pending_{};
  Result<void> result_{};
  bool ended_ = false;
  Clock::time_point progress_{};  ///< the last of it, or when the end came
  std::thread thread_{};          ///< last: it uses all of the above
};

}  // namespace proctor::cli
