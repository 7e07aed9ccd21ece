// The other half of test_support.hpp.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "base/files.hpp"
#include "supervise/cgroup_files.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;

TestFolder::TestFolder() {
  std::string pattern = ::testing::TempDir() + "proctor-supervise-XXXXXX";
  path_ = mkdtemp(pattern.data());
}

TestFolder::~TestFolder() {
  remove_tree(path_);
}

std::string TestFolder::file(const std::string& name, const std::string& content, unsigned mode) const {
  const fs::path path = path_ / name;
  std::ofstream(path, std::ios::binary) << content;
  EXPECT_EQ(chmod(path.c_str(), mode), 0);
  return path.string();
}

std::string victim(const std::string& name) {
  return PROCTOR_BINARY_DIR "/victims/" + name;
}

Command command(std::vector<std::string> argv, const fs::path& workdir) {
  return {.argv = std::move(argv), .environment = {"PATH=/usr/bin:/bin", "LC_ALL=C"}, .workdir = workdir};
}

Command shell(const std::string& script, const fs::path& workdir) {
  return command({"/bin/bash", "-c", script}, workdir);
}

std::vector<pid_t> recorded(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istream_iterator<pid_t>(stream), std::istream_iterator<pid_t>()};
}

std::vector<pid_t> survivors(const std::vector<pid_t>& pids) {
  std::vector<pid_t> found;
  for (const pid_t pid : pids) {
    const auto process = read_process(pid);
    if (!process) continue;
    if (process->parent == getpid() || command_line(pid).find("victims/") != std::string::npos)
      found.push_back(pid);
  }
  return found;
}

std::vector<pid_t> processes_with(const std::string& word) {
  std::vector<pid_t> found;
  for (const Process& process : all_processes()) {
    if (command_line(process.pid).find(word) != std::string::npos) found.push_back(process.pid);
  }
  return found;
}

namespace {

std::vector<std::string> own_cgroups_now() {
  std::vector<std::string> found;
  for (const char* controller : {"", "memory", "pids", "cpuacct"}) {
    const auto own = own_cgroup(controller);
    if (!own) continue;
    for (const auto& entry : fs::directory_iterator(own->directory)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(fmt::format("proctor-{}-", getpid()))) found.push_back(entry.path().string());
    }
  }
  return found;
}

}  // namespace

// Another supervisor of this machine may be removing one that it took for abandoned (cgroup_files.hpp).
std::vector<std::string> own_cgroups() {
  std::vector<std::string> found = own_cgroups_now();
  for (int i = 0; i < 500 && !found.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    found = own_cgroups_now();
  }
  return found;
}

std::string read_all(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace proctor::supervise
