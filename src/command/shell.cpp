#include "command/shell.hpp"

#include <unistd.h>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"

namespace proctor::command {
namespace fs = std::filesystem;
namespace {

Shell bash_or_sh() {
  if (const fs::path bash = find_in_path("bash", "/bin:/usr/bin:/usr/local/bin"); !bash.empty())
    return {bash.string(), true};
  return {"/bin/sh"};
}

}  // namespace

Platform this_platform() {
#ifdef _WIN32
  return Platform::windows;
#else
  return Platform::posix;
#endif
}

Shell command_shell(Platform platform, const Config::Tools::Test& config) {
  if (platform == Platform::windows) return {"cmd.exe"};
  return config.shell == Config::Tools::Test::Shell::bash ? bash_or_sh() : Shell{"/bin/sh"};
}

Shell users_shell(const std::string& name) {
  const fs::path file = name;
  const bool is_bash = file.filename() == "bash";
  if (file.is_absolute() && (is_bash || file.filename() == "zsh") && access(file.c_str(), X_OK) == 0)
    return {name, is_bash};
  return bash_or_sh();
}

std::vector<std::string> shell_command(const Shell& shell, const std::string& command) {
  if (shell.program == "cmd.exe") return {shell.program, "/C", command};
  // In a session of SSH, or with a socket as its input, bash would read ~/.bashrc.
  if (shell.is_bash) return {shell.program, "--norc", "-c", command};
  // zsh reads ~/.zshenv always, but for this option.
  if (fs::path(shell.program).filename() == "zsh") return {shell.program, "-f", "-c", command};
  return {shell.program, "-c", command};
}

Result<std::string> as_argument(const std::string& command, const fs::path& directory) {
  constexpr std::size_t kLongest = (128U << 10U) - 1;
  if (command.size() <= kLongest) return command;
  const fs::path file = directory / "command";
  if (auto written = write_file(file, command, 0600); !written) return tl::unexpected(written.error());
  return ". " + shell_quote(file.string());
}

}  // namespace proctor::command
