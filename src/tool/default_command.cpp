#include "tool/default_command.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/text.hpp"
#include "framework/definition.hpp"
#include "framework/recognise.hpp"

namespace proctor::tool {
namespace fs = std::filesystem;
namespace {

// The file that a command line begins with, if it is named by a path; a bare name is the shell's to find.
std::string script_of(const std::string& command) {
  const std::size_t begin = command.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  const std::string word = command.substr(begin, command.find_first_of(" \t", begin) - begin);
  const bool plain = word.find_first_of("\"'\\$`;&|<>(){}*?[]~=") == std::string::npos;
  return plain && word.find('/') != std::string::npos ? word : "";
}

// Why a shell couldn't start the script; nothing if it could.
std::string obstacle(const std::string& script, const fs::path& workdir) {
  const fs::path file = workdir / script;
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return fmt::format("there is no {} in {}", script, workdir.string());
  if (fs::is_directory(status)) return fmt::format("{} in {} is a directory", script, workdir.string());
  if (faccessat(AT_FDCWD, file.c_str(), X_OK, AT_EACCESS) == 0) return "";
  return fmt::format("{} in {} isn't executable (chmod +x makes it so)", script, workdir.string());
}

}  // namespace

const std::string& default_command(Platform platform, const Config::Tools::Test& config) {
  return platform == Platform::windows ? config.default_command_windows : config.default_command_unix;
}

bool is_blank_command(std::string_view command) {
  const auto lines = split_lines(command);
  return std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
    const std::string_view words = trim(line);
    return words.empty() || words.starts_with('#');
  });
}

Result<void> check_default_command(const std::string& command, const fs::path& workdir) {
  const std::string script = script_of(command);
  const bool blank = is_blank_command(command);
  const std::string why = script.empty() ? std::string() : obstacle(script, workdir);
  if (!blank && why.empty()) return {};
  std::string message =
      blank ? "`command` isn't given, and the default command is blank."
            : fmt::format("`command` isn't given, and the default command `{}` can't run: {}.", command, why);
  json::object details{{"field", "command"}, {"default_command", command}};
  const auto found = framework::recognised(framework::definitions(), workdir);
  if (!found.empty()) {
    const framework::Definition& definition = *found.front();
    // The words of the others have places in them that only a run has.
    const std::string would_run = definition.format != "forge-json"
                                      ? shell_join({"proctor", "test", workdir.string()})
                                      : shell_join(framework::command_line(definition, {}, workdir));
    message += fmt::format(" This is a project of {}: run_tests with this project_root would run `{}`.",
                           definition.title, would_run);
    details["framework"] = definition.name;
    details["would_run"] = would_run;
  }
  message +=
      " Give `command`, or set the default in proctor.toml: [tools.test] default_command_unix = \"…\".";
  return fail(ErrorCode::invalid_request, std::move(message), std::move(details));
}

}  // namespace proctor::tool
