// The parts of a project: each is a directory and the framework that tests it.
//
// A project may have tests of several frameworks, in one directory or in directories below it. A run of one
// of them says nothing of the others, so it must not be taken for a run of all. What only looks like tests
// doesn't count: dependencies, examples, test data, what is built, and what .gitignore names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "framework/definition.hpp"

namespace proctor::framework {

struct Part {
  std::string directory;  ///< relative to the project's root; empty: the root itself
  const Definition* definition = nullptr;

  /// The name of a file of this part, relative to the project's root. What is absolute or empty stays.
  std::string from_root(const std::string& file) const;
  /// The other way round, for a file of the part's directory: "." for the directory itself; empty: the file
  /// lies elsewhere.
  std::string from_part(const std::string& file) const;
};

/// All parts of a project, those of the root first: the framework that choose() takes there, the others that
/// have tests there, and the projects at most three levels below it. The tool of a part runs its framework's
/// tests below its directory as well, so these are no part. Where [test] projects names directories, these
/// are all; where [frameworks] use names a framework, that is all. Empty: nothing is recognised.
/// TEST_CONFIG_INVALID for a named directory that isn't there, or has no tests that a framework knows.
Result<std::vector<Part>> parts_of(const std::vector<Definition>& definitions, const Config& config,
                                   const std::filesystem::path& root);

/// What lies in the root and at most three levels below it, outside of all parts, and tells of tests that no
/// framework's folder knows: a sentence that says how they are run, and how the parts become all that counts.
/// Empty: there is nothing, a part is around all of it, or the configuration says which tests count.
std::string unknown_tests(const std::vector<Part>& parts, const Config& config,
                          const std::filesystem::path& root);

/// Whether a project has test files of the framework; true where its folder doesn't say how they are called.
bool has_tests(const Definition& definition, const std::filesystem::path& root);

/// Whether a run of the one runs the tests of the other one as well.
bool covers(const Definition& one, const Definition& other);

/// What a person calls a part among others: its directory, with the framework where the directory has
/// several.
std::string name_of(const Part& part, const std::vector<Part>& all);

}  // namespace proctor::framework
