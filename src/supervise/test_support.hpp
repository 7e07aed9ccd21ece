// What the tests of supervise/ share: a folder of their own, commands in short, and the question who is
// alive.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "supervise/process_table.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

using Kind = Termination::Kind;

/// A folder that is removed with the object.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file with these permissions and returns its path.
  std::string file(const std::string& name, const std::string& content, unsigned mode = 0644) const;

 private:
  std::filesystem::path path_;
};

/// Path of a program of tests/victims.
std::string victim(const std::string& name);

/// argv in the plain environment PATH=/usr/bin:/bin.
Command command(std::vector<std::string> argv, const std::filesystem::path& workdir = "/");
Command shell(const std::string& script, const std::filesystem::path& workdir = "/");

/// The process numbers that a victim wrote into a file.
std::vector<pid_t> recorded(const std::filesystem::path& file);
/// Those of them that are still a victim: not gone, or a zombie that nobody reaped.
std::vector<pid_t> survivors(const std::vector<pid_t>& pids);
/// Processes with this word in their command line.
std::vector<pid_t> processes_with(const std::string& word);

/// The cgroups of this process' supervisors, in every hierarchy. Waits some seconds for their end.
std::vector<std::string> own_cgroups();

std::string read_all(const std::filesystem::path& file);

}  // namespace proctor::supervise
