// Adds up what directories take on the disk, in steps, so that whoever asks isn't held up for long.
//
// The trees belong to hostile code, which may change them meanwhile. So: never through a symbolic link, never
// into another file system, with few descriptors and little memory however deep (a path may be longer than
// any call takes) and however full a directory is.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/directory_stream.hpp"

namespace proctor::supervise {

struct DiskSum {
  std::uint64_t bytes = 0;  ///< blocks in use, at least one of 4096 bytes for each entry
  std::uint64_t entries = 0;
  std::uint64_t unseen = 0;  ///< directories that couldn't be looked into, or were moved away meanwhile
};

class DiskWalk {
 public:
  /// A root that lies inside of another one counts once.
  explicit DiskWalk(const std::vector<std::filesystem::path>& roots);

  /// Goes on for about that long. Returns whether it's done.
  bool step(std::chrono::microseconds time);
  const DiskSum& sum() const { return sum_; }

 private:
  struct Level {
    DirectoryStream directory{};  ///< none: closed meanwhile, because there are only so many descriptors
    dev_t device = 0;
    ino_t inode = 0;
    long position = 0;  ///< to go on at, once it's open again
  };

  bool enter(int parent, const char* name, dev_t device);
  void leave();
  void count(int directory, const char* name);
  bool open_next_root();

  std::vector<std::filesystem::path> roots_;  ///< still to be looked at
  std::vector<Level> levels_{};
  std::size_t closed_ = 0;  ///< that many levels, from the top, are closed
  DiskSum sum_{};
};

}  // namespace proctor::supervise
