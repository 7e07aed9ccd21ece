#include "base/paths.hpp"

#include <cstdlib>

namespace proctor {
namespace fs = std::filesystem;
namespace {

// The specification says that a relative path in these variables is to be ignored.
fs::path xdg(const char* variable, const char* fallback) {
  const char* value = std::getenv(variable);
  const fs::path base = value && *value == '/' ? fs::path(value) : home_dir() / fallback;
  return base / "proctor";
}

}  // namespace

fs::path home_dir() {
  if (const char* home = std::getenv("HOME"); home && *home == '/') return home;
  return "/";
}

fs::path user_config_dir() {
  return xdg("XDG_CONFIG_HOME", ".config");
}
fs::path user_state_dir() {
  return xdg("XDG_STATE_HOME", ".local/state");
}
fs::path user_cache_dir() {
  return xdg("XDG_CACHE_HOME", ".cache");
}

fs::path temporary_dir() {
  const char* value = std::getenv("TMPDIR");
  return value && *value == '/' ? fs::path(value) : fs::path("/tmp");
}

fs::path program_dir() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : self.parent_path();
}

fs::path find_in_path(std::string_view name, std::string_view path_list) {
  while (!path_list.empty()) {
    const std::size_t colon = path_list.find(':');
    const std::string_view folder = path_list.substr(0, colon);
    path_list = colon == std::string_view::npos ? std::string_view() : path_list.substr(colon + 1);
    if (folder.empty()) continue;  // an empty entry means the current directory: never from there
    fs::path candidate = fs::path(folder) / name;
    std::error_code error;
    if (fs::is_regular_file(candidate, error) && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

}  // namespace proctor
