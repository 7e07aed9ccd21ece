// Only the tests of what has changed since a commit (--changed).
//
// Where the tool finds the tests of changed sources itself (framework.toml: the option `changed`) it is told
// the commit. Elsewhere the test files that have changed are run. All tests are run wherever that might miss
// one: something else than a test file has changed, or the tool can't be told which files to run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/definition.hpp"
#include "framework/framework.hpp"
#include "request/request.hpp"
#include "tree/tree.hpp"

namespace proctor {

/// What `request.changed` comes to.
struct ChangedTests {
  bool all = false;
  std::string why_all{};           ///< a sentence
  bool by_tool = false;            ///< the tool is told the commit
  std::vector<std::string> files;  ///< else: these test files, relative to the project
};

/// Asks git what has changed in the project since `commit`: in the work tree, staged, and new files that it
/// doesn't ignore. INVALID_REQUEST if there is no such commit, TEST_NONE_RAN if nothing has changed. Where
/// there is no git or no repository, all tests are to be run.
Result<ChangedTests> changed_tests(const std::string& commit, const framework::Definition& definition,
                                   const std::filesystem::path& root, const tree::Access& access);

/// What of these changed files, relative to the project's root, is to be run. `gone`: those of them that
/// aren't there any more.
ChangedTests choose_changed(const std::vector<std::string>& changed, const std::vector<std::string>& gone,
                            const framework::Definition& definition);

/// How many files with tests a project has, as far as git knows of them.
std::size_t count_test_files(const framework::Definition& definition, const std::filesystem::path& root,
                             const tree::Access& access);

/// "Only the tests of what has changed since HEAD ran: 4 of 5 test files were left out. …"
std::string describe_part(const std::string& commit, std::size_t ran, std::size_t all);

}  // namespace proctor
