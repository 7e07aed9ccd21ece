#include "supervise/program.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

std::string path_of(const std::vector<std::string>& environment) {
  for (const std::string& entry : environment) {
    if (entry.starts_with("PATH=")) return entry.substr(5);
  }
  return "/usr/local/bin:/usr/bin:/bin";
}

std::string explain_exec(int error, const std::string& program, const fs::path& file) {
  struct stat status {};
  const bool exists = stat(file.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return fmt::format("{} is a directory, not a program", program);
  const std::string interpreter = exists ? interpreter_of(file) : std::string();
  if (error == ENOENT && !interpreter.empty()) {
    return fmt::format("{} can't be run: its first line names the interpreter {}, which doesn't exist",
                       program, interpreter);
  }
  if (error == ENOENT && exists) {
    return fmt::format("{} exists, but the loader that it is built for doesn't", program);
  }
  if (error == EACCES && exists && access(file.c_str(), X_OK) != 0) {
    return fmt::format("{} is not executable (no permission to execute it)", program);
  }
  if (error == EACCES && !interpreter.empty()) {
    return fmt::format("{} can't be run: its first line names the interpreter {}, which can't be executed",
                       program, interpreter);
  }
  return system_message(program, error);
}

}  // namespace

tl::expected<std::string, std::string> find_program(const std::string& name,
                                                    const std::vector<std::string>& environment,
                                                    const fs::path& workdir,
                                                    const std::function<bool(const fs::path&)>& shown) {
  if (name.empty()) return tl::unexpected(std::string("the command has no name"));
  if (name.find('/') != std::string::npos) return name;
  const std::string path = path_of(environment);
  std::string_view rest = path;
  std::string unsuitable;
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
    if (entry.empty()) continue;
    const fs::path candidate = workdir / entry / name;  // an absolute entry stands for itself
    if (access(candidate.c_str(), F_OK) != 0) continue;
    std::error_code error;
    const bool directory = fs::is_directory(candidate, error);
    const bool good = !directory && access(candidate.c_str(), X_OK) == 0;
    if (good && (!shown || shown(candidate))) return candidate.string();
    if (good && unsuitable.empty()) {
      unsuitable = fmt::format(
          "; {} isn't visible in the sandbox: name its directory under [isolation] read_only in your own "
          "configuration",
          candidate.string());
    }
    if (unsuitable.empty()) {
      unsuitable =
          fmt::format("; {} is {}", candidate.string(), directory ? "a directory" : "not executable");
    }
  }
  return tl::unexpected(fmt::format("{} was not found in PATH ({}){}", name, path, unsuitable));
}

std::string interpreter_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return {};  // to open a pipe would be to wait for its other end
  std::string line(256, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(stream.gcount()));
  line.resize(std::min(line.find('\n'), line.size()));
  if (!line.starts_with("#!")) return {};
  const std::string_view rest = trim(std::string_view(line).substr(2));
  return std::string(rest.substr(0, rest.find_first_of(" \t")));
}

std::string explain(const SpawnFailure& failure, const std::string& program, const fs::path& workdir) {
  using Step = SpawnFailure::Step;
  switch (failure.step) {
    case Step::clone:
      return system_message("a process can't be created", failure.error);
    case Step::session:
      return system_message("a session can't be created", failure.error);
    case Step::descriptors:
      return system_message("standard input and output can't be set up", failure.error);
    case Step::limits:
      return system_message("a resource limit can't be set", failure.error);
    case Step::workdir:
      return system_message(fmt::format("the working directory {} can't be entered", workdir.string()),
                            failure.error);
    case Step::exec:
      return explain_exec(failure.error, program, workdir / program);
  }
  return system_message(program, failure.error);
}

}  // namespace proctor::supervise
