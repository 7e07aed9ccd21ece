#include "run/changed.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "tree/git.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

using framework::Definition;
using Strings = std::vector<std::string>;

constexpr std::uint64_t kLargestTestFile = 1U << 20U;

bool any_matches(const Strings& globs, const std::string& name) {
  return std::any_of(globs.begin(), globs.end(),
                     [&name](const std::string& glob) { return framework::glob_matches(glob, name); });
}

// A glob for all files of a language, such as "*.js".
bool is_language(const std::string& glob) {
  return glob.starts_with("*.") && glob.find('.', 2) == std::string::npos;
}

// By its name alone it holds tests, and nothing that others use.
bool is_test_file(const Definition& definition, const std::string& name) {
  Strings globs = definition.source.files;
  for (const std::string& glob : definition.test_files.names)
    if (!is_language(glob)) globs.push_back(glob);
  return any_matches(globs, name);
}

// Source code in the tool's own language, which it can follow to the tests that use it.
bool is_source(const Definition& definition, const std::string& name) {
  return any_matches(definition.test_files.names, name) && !name.starts_with('.') &&
         name.find(".config.") == std::string::npos;
}

ChangedTests all_because(std::string why) {
  return {.all = true, .why_all = "All tests are run: " + std::move(why), .by_tool = false, .files = {}};
}

}  // namespace

ChangedTests choose_changed(const Strings& changed, const Strings& gone, const Definition& definition) {
  const bool by_tool = definition.options.contains("changed");
  if (!by_tool && !definition.options.contains("match_path"))
    return all_because(fmt::format("{} can't be told which files to run.", definition.title));
  ChangedTests chosen;
  chosen.by_tool = by_tool;
  for (const std::string& path : changed) {
    const std::string name = fs::path(path).filename().string();
    const bool is_gone = std::find(gone.begin(), gone.end(), path) != gone.end();
    if (path.starts_with("../"))
      return all_because(fmt::format("{} has changed, which lies outside of the project.", printable(path)));
    if (is_test_file(definition, name)) {
      if (!is_gone) chosen.files.push_back(path);
    } else if (!by_tool || is_gone || !is_source(definition, name)) {
      return all_because(
          fmt::format("{} {}, and isn't a test file.", printable(path), is_gone ? "is gone" : "has changed"));
    }
  }
  return chosen;
}

Result<ChangedTests> changed_tests(const std::string& commit, const Definition& definition,
                                   const fs::path& root, const tree::Access& access) {
  const auto git = [&](const Strings& words) { return tree::ask_git({.root = root}, words, access); };
  const auto top = git({"rev-parse", "--show-toplevel"});
  if (!top) return all_because("there is no git repository, or no git, to say what has changed.");
  if (!git({"rev-parse", "--quiet", "--verify", "--end-of-options", commit + "^{commit}"})) {
    if (commit == "HEAD") return all_because("the git repository has no commit yet.");
    return fail(
        ErrorCode::invalid_request,
        fmt::format("--changed: git knows no commit {}: name a commit, a branch or a tag", printable(commit)),
        {{"field", "--changed"}});
  }
  const auto differing = git({"diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
                              "--end-of-options", commit, "--"});
  const auto unknown = git({"ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/"});
  if (!differing || !unknown) return all_because("git can't say what has changed.");
  const fs::path repository = fs::path(trim(*top));
  std::set<std::string> changed;
  Strings gone;
  for (const std::string* list : {&*differing, &*unknown}) {
    for (const std::string& path : tree::split_paths(*list)) {
      const std::string relative = (repository / path).lexically_relative(root).string();
      std::error_code error;
      if (!changed.insert(relative).second) continue;
      if (!fs::exists(fs::symlink_status(repository / path, error))) gone.push_back(relative);
    }
  }
  if (changed.empty()) {
    return fail(ErrorCode::test_none_ran, fmt::format("No test ran: nothing has changed since {}. To run all "
                                                      "tests, leave out --changed.",
                                                      printable(commit)));
  }
  ChangedTests chosen = choose_changed({changed.begin(), changed.end()}, gone, definition);
  if (!chosen.all && !chosen.by_tool && chosen.files.empty()) {
    return fail(
        ErrorCode::test_none_ran,
        fmt::format("No test ran: since {} only test files have changed that aren't there any more. To run "
                    "all tests, leave out --changed.",
                    printable(commit)));
  }
  return chosen;
}

std::size_t count_test_files(const Definition& definition, const fs::path& root, const tree::Access& access) {
  const auto listed =
      tree::ask_git({.root = root}, {"ls-files", "--cached", "--others", "--exclude-standard", "-z"}, access);
  const RE2 has_tests(definition.test_files.has, RE2::Quiet);
  std::size_t number = 0;
  const Strings paths = tree::split_paths(listed.value_or(""));
  for (const std::string& path : std::set<std::string>(paths.begin(), paths.end())) {
    if (!any_matches(definition.test_files.names, fs::path(path).filename().string())) continue;
    const auto text = read_if_there(root / path, kLargestTestFile);
    if (text && RE2::PartialMatch(*text, has_tests)) ++number;
  }
  return number;
}

std::string describe_part(const std::string& commit, std::size_t ran, std::size_t all) {
  return fmt::format(
      "only the tests of what has changed since {} ran, in {} of {} test file{}. For all, leave out "
      "--changed.",
      printable(commit), ran, std::max(ran, all), std::max(ran, all) == 1 ? "" : "s");
}

}  // namespace proctor
