// The whole output of a run, in a file of limited size: of a longer output its beginning and its end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

/// Created with the first byte (mode 0600; an older file of that name is emptied). Whatever goes wrong ends
/// the log and nothing else: a failure to record never fails a run. A file that took nothing is removed.
class LogFile {
 public:
  /// An empty path: no log. `goes_on`: what an earlier part of the same run has written stays.
  LogFile(std::filesystem::path path, std::uint64_t limit, bool goes_on = false);

  void append(std::string_view bytes);
  /// Writes the line that says how much is missing, if anything is, and the end behind it.
  void finish();

  bool written() const { return written_; }
  /// Why something is missing that isn't above the limit: the file and the system's word. Empty: nothing is.
  const std::string& error() const { return error_; }

 private:
  bool write_all(std::string_view bytes);
  std::size_t tail_bytes() const;
  void give_up();

  std::filesystem::path path_;
  std::uint64_t limit_;
  bool goes_on_;
  std::uint64_t total_ = 0;  // offered
  std::uint64_t kept_ = 0;   // in the file
  char last_ = '\n';
  std::string tail_{};  // what comes behind that; at most twice as much as will be written of it
  UniqueFd file_{};
  bool written_ = false;
  bool broken_ = false;
  std::string error_{};
};

}  // namespace proctor::supervise
