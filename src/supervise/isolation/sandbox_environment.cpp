#include "supervise/isolation/sandbox_environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "supervise/isolation/system_view.hpp"
#include "supervise/isolation/view.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

bool names_a_directory(std::string_view name) {
  return name == "HOME" || name == "TMPDIR" || name == "TMP" || name == "TEMP" || name.starts_with("XDG_");
}

bool says_who(std::string_view name) {
  return name == "USER" || name == "LOGNAME";
}

// Tools that stand for others choose them by what lies below HOME, unless a variable names it.
struct Chooser {
  std::string_view variable;
  std::string_view below_home;
};

constexpr Chooser kChoosers[] = {
    {"RUSTUP_HOME=", ".rustup"},
    {"PYENV_ROOT=", ".pyenv"},
    {"RBENV_ROOT=", ".rbenv"},
    {"NODENV_ROOT=", ".nodenv"},
};

}  // namespace

std::vector<std::string> sandbox_environment(const std::vector<std::string>& environment, const View& view) {
  std::vector<std::string> result;
  const auto has = [&result](std::string_view begin) {
    return std::any_of(result.begin(), result.end(),
                       [begin](const std::string& entry) { return entry.starts_with(begin); });
  };
  fs::path home;
  for (const std::string& entry : environment) {
    if (entry.starts_with("HOME=/")) home = entry.substr(5);
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::string_view name = std::string_view(entry).substr(0, equals);
    if (says_who(name)) continue;
    if (names_a_directory(name)) {
      const std::string value = entry.substr(std::min(equals + 1, entry.size()));
      if (!value.starts_with('/') || access(value.c_str(), F_OK) != 0 || !view.shows(value)) continue;
    }
    result.push_back(entry);
  }
  if (!has("HOME=")) result.push_back(std::string("HOME=") + kSandboxHome);
  for (const auto& [variable, below_home] : kChoosers) {
    const fs::path place = home / below_home;
    if (home.empty() || has(variable) || access(place.c_str(), F_OK) != 0 || !view.shows(place)) continue;
    result.push_back(std::string(variable) + place.string());
  }
  if (!has("TMPDIR=")) result.push_back("TMPDIR=/tmp");
  const char* user = geteuid() == 0 ? "root" : geteuid() == 65534 ? "nobody" : "user";
  result.push_back(std::string("USER=") + user);
  result.push_back(std::string("LOGNAME=") + user);
  if (!has("ASAN_OPTIONS=")) result.push_back("ASAN_OPTIONS=detect_leaks=0");
  if (!has("LSAN_OPTIONS=")) result.push_back("LSAN_OPTIONS=detect_leaks=0");
  return result;
}

}  // namespace proctor::supervise
