#include "tree/git.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "base/environment.hpp"
#include "base/text.hpp"

namespace proctor::tree {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::seconds kLongestQuestion{60};
// More than 100,000 paths of the usual length have.
constexpr std::size_t kLongestAnswer = 64U << 20U;

// What names another repository than the one that a directory lies in. Git sets some of it for its hooks.
constexpr auto kOtherRepository = std::to_array<std::string_view>(
    {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
     "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX", "LC_ALL"});

std::vector<std::string> git_environment(const fs::path& index) {
  std::vector<std::string> environment;
  for (std::string& one : own_environment()) {
    const std::string_view name = std::string_view(one).substr(0, one.find('='));
    if (std::find(kOtherRepository.begin(), kOtherRepository.end(), name) == kOtherRepository.end())
      environment.push_back(std::move(one));
  }
  environment.emplace_back("LC_ALL=C");
  environment.emplace_back("GIT_OPTIONAL_LOCKS=0");
  environment.emplace_back("GIT_TERMINAL_PROMPT=0");
  if (!index.empty()) environment.push_back("GIT_INDEX_FILE=" + index.string());
  return environment;
}

}  // namespace

Repository repository_of(const fs::path& directory) {
  std::error_code error;
  for (fs::path at = fs::weakly_canonical(directory, error); !error; at = at.parent_path()) {
    const fs::path git = at / ".git";
    if (fs::is_regular_file(git, error) || fs::exists(git / "HEAD", error) ||
        fs::is_symlink(git / "HEAD", error))
      return {.root = at};
    if (at == at.root_path()) break;
    error.clear();
  }
  return {};
}

Result<std::string> ask_git(const Repository& repository, const std::vector<std::string>& arguments,
                            const Access& access) {
  std::string printed;
  bool too_long = false;
  // A monitor of the file system is a program that the repository names. It isn't needed.
  supervise::Command command{.argv = {"git", "-c", "core.fsmonitor=false"},
                             .environment = git_environment(repository.index),
                             .workdir = repository.root};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  supervise::RunOptions options;
  options.sink = [&](Stream stream, std::string_view piece) {
    if (stream != Stream::out) return;
    too_long = too_long || printed.size() + piece.size() > kLongestAnswer;
    if (!too_long) printed += piece;
  };
  const supervise::Outcome outcome =
      access.supervisor.run(command, {.wall = kLongestQuestion}, access.stop, options);
  const std::string asked = "git " + arguments.front();
  if (outcome.termination.kind == Termination::Kind::not_started)
    return fail(ErrorCode::tool_not_found,
                fmt::format("git can't be started: {}", outcome.termination.evidence));
  if (too_long) return fail(ErrorCode::command_failed, fmt::format("{} printed too much", asked));
  if (outcome.termination.kind != Termination::Kind::exited)
    return fail(ErrorCode::command_failed,
                fmt::format("{} was ended: {}", asked, outcome.termination.evidence));
  if (outcome.termination.code != 0) {
    const std::string said = outcome.err.text();
    return fail(
        ErrorCode::command_failed,
        fmt::format("{} failed: {}", asked, trim(said).empty() ? outcome.termination.evidence : trim(said)));
  }
  return printed;
}

std::vector<std::string> split_paths(const std::string& text) {
  std::vector<std::string> paths;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\0', at), text.size());
    paths.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return paths;
}

Result<std::vector<Listed>> list_files(const Repository& repository, bool untracked, const Access& access) {
  std::vector<std::string> arguments{"ls-files", "-v", "-s", "-z"};
  // Caches of test tools are nobody's source, and change with every run: whether git ignores them or not.
  if (untracked)
    arguments.insert(arguments.end(),
                     {"-c", "-o", "--exclude-standard", "-x", "__pycache__/", "-x", ".pytest_cache/"});
  const auto printed = ask_git(repository, arguments, access);
  if (!printed) return tl::unexpected(printed.error());
  std::vector<Listed> files;
  // "H 100644 OBJECT 0\tPATH" for a tracked file, "? PATH" for another one. Small letters: assume-unchanged.
  for (const std::string& line : split_paths(*printed)) {
    if (line.size() < 3) continue;
    const char tag = line[0];
    Listed file;
    if (tag == '?') {
      file.path = line.substr(2);
    } else {
      const std::size_t mode_end = line.find(' ', 2);
      const std::size_t object_end = line.find(' ', mode_end + 1);
      const std::size_t tab = line.find('\t');
      if (mode_end == std::string::npos || object_end == std::string::npos || tab == std::string::npos)
        return fail(ErrorCode::command_failed, fmt::format("git ls-files printed \"{}\"", printable(line)));
      file = {.path = line.substr(tab + 1),
              .mode = line.substr(2, mode_end - 2),
              .object = line.substr(mode_end + 1, object_end - mode_end - 1),
              .unlooked = tag == 'S' || (tag >= 'a' && tag <= 'z')};
    }
    if (file.path.ends_with('/')) {
      file.path.pop_back();
      file.repository = true;
    }
    // A conflict lists its path up to three times.
    if (files.empty() || files.back().path != file.path) files.push_back(std::move(file));
  }
  return files;
}

void read_head(const Repository& repository, const Access& access, Tree& tree) {
  const auto printed = ask_git(repository, {"rev-parse", "HEAD", "--abbrev-ref", "HEAD"}, access);
  if (!printed) return;
  const auto lines = split_lines(*printed);
  if (lines.size() != 2) return;
  tree.commit = lines[0];
  if (lines[1] != "HEAD") tree.branch = lines[1];
}

}  // namespace proctor::tree
