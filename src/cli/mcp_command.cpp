#include "cli/mcp_command.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "cli/isolation_options.hpp"
#include "cli/signals.hpp"
#include "config/config.hpp"
#include "service/mcp/stdio.hpp"
#include "supervise/supervise.hpp"
#include "tool/host.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::cli {
namespace {

int refuse(const std::string& why) {
  fmt::print(stderr, "proctor mcp: {}\n", why);
  return info(ErrorCode::invalid_request).exit_code;
}

// On stderr, which clients keep as the server's log. What is wrong is the answer to each call as well; what
// is ignored of a project's settings stands nowhere else.
void tell_about_configuration(const std::filesystem::path& root, const std::string& file) {
  const auto config = load_config(root, file);
  if (!config) fmt::print(stderr, "proctor mcp: {}\n", for_terminal(config.error().message));
  if (!config) return;
  for (const std::string& warning : config->warnings)
    fmt::print(stderr, "proctor mcp: {}\n", for_terminal(warning));
}

// Claude Code says which project it works on; other clients start servers in it.
std::filesystem::path default_root(std::error_code& error) {
  const char* const project = std::getenv("CLAUDE_PROJECT_DIR");
  std::error_code none;
  if (project != nullptr && std::filesystem::is_directory(project, none))
    return std::filesystem::absolute(project, error);
  return std::filesystem::current_path(error);
}

}  // namespace

int run_mcp(const McpOptions& options) {
  const StopOnSignals signals;  // before any other thread
  const auto overrides = overrides_from(options.isolation);
  if (!overrides) return refuse(overrides.error().message);
  std::error_code error;
  const std::filesystem::path root =
      options.root.empty() ? default_root(error) : std::filesystem::absolute(options.root, error);
  if (error || !std::filesystem::is_directory(root, error)) {
    return refuse(fmt::format("--root: {} isn't a directory", options.root));
  }

  // stdout is the client's: what anything else in this process prints goes to stderr.
  const UniqueFd out(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
  const UniqueFd in(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  if (!out || !in) return refuse(system_message("stdin and stdout must be open", errno));
  ::dup2(STDERR_FILENO, STDOUT_FILENO);

  tell_about_configuration(root, options.config);
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  const auto host =
      tool::make_host({.project_root = root, .config = options.config, .overrides = *overrides}, supervisor);
  mcp::serve_stdio(*host, in.get(), out.get(), signals.token());
  return 0;
}

}  // namespace proctor::cli
