#include "agents/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/paths.hpp"
#include "base/text.hpp"

namespace proctor::agents {
namespace {

namespace fs = std::filesystem;

// Folders of tools that run a package without installing it.
bool is_cleaned_some_day(const fs::path& path) {
  const std::string text = path.string();
  for (const std::string_view part :
       {"/_npx/", "/dlx-", "/pnpm/dlx/", "/bunx-", "/uv/archive-v", "/node_modules/.bin/", "/.cache/"}) {
    if (text.find(part) != std::string::npos) return true;
  }
  return false;
}

fs::path own_path() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

// The first entry of the PATH that leads to the program and stays.
fs::path stable_name(const fs::path& own) {
  const char* list = std::getenv("PATH");
  std::string_view rest = list != nullptr ? list : "";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const fs::path candidate = fs::path(rest.substr(0, colon)) / "proctor";
    rest = colon == rest.npos ? std::string_view() : rest.substr(colon + 1);
    std::error_code error;
    if (candidate.is_absolute() && !is_cleaned_some_day(candidate) && fs::equivalent(candidate, own, error))
      return candidate.lexically_normal();
  }
  return {};
}

}  // namespace

Result<fs::path> stable_program() {
  const fs::path own = own_path();
  if (fs::path name = stable_name(own); !name.empty()) return name;
  if (!own.empty() && !is_cleaned_some_day(own)) return own;
  const char* list = std::getenv("PATH");
  fs::path other = find_in_path("proctor", list != nullptr ? list : "");
  if (!other.empty() && !is_cleaned_some_day(other)) return other;
  return fail(
      ErrorCode::invalid_request,
      fmt::format("{} is a copy that is removed some day, so no settings can name it. Install proctor (npm "
                  "install --global proctor-cli) and run this again",
                  own.string()));
}

std::string program_in_shell() {
  const auto stable = stable_program();
  return shell_quote((stable ? *stable : own_path()).string());
}

}  // namespace proctor::agents
