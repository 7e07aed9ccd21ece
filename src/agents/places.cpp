#include "agents/places.hpp"

#include <cstdlib>

#include "base/paths.hpp"

namespace proctor::agents {
namespace {

std::filesystem::path from_environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value == '/' ? std::filesystem::path(value) : home_dir() / otherwise;
}

}  // namespace

std::filesystem::path claude_dir() {
  return from_environment("CLAUDE_CONFIG_DIR", ".claude");
}

std::filesystem::path codex_dir() {
  return from_environment("CODEX_HOME", ".codex");
}

std::filesystem::path user_config_root() {
  return from_environment("XDG_CONFIG_HOME", ".config");
}

std::filesystem::path project_root(const std::filesystem::path& directory) {
  std::error_code error;
  for (std::filesystem::path at = directory; !at.empty(); at = at.parent_path()) {
    if (std::filesystem::exists(at / ".git", error)) return at;
    if (at == at.parent_path()) break;
  }
  return directory;
}

}  // namespace proctor::agents
