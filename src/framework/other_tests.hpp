// Tests of a project that the chosen framework doesn't run.
//
// A project may have tests of several frameworks, in one directory or in directories below it. A run of one
// of them says nothing of the others, so it must not be taken for a run of all. What only looks like tests
// doesn't count: dependencies, examples, test data, what is built, and what .gitignore names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/definition.hpp"

namespace proctor::framework {

struct OtherTests {
  std::string name;                 ///< of the framework
  std::string title;                ///< the same as it is shown
  std::filesystem::path directory;  ///< that of the project, or one below it
};

/// The tests of other frameworks than the chosen one in the project and at most two levels below it.
std::vector<OtherTests> other_tests(const std::vector<Definition>& definitions, const Definition& chosen,
                                    const std::filesystem::path& root);

/// Whether a project has test files of the framework; true where its folder doesn't say how they are called.
bool has_tests(const Definition& definition, const std::filesystem::path& root);

/// What to say of them: that they weren't run, and the command for each. Empty if there are none.
std::string describe(const std::vector<OtherTests>& others, const Definition& chosen,
                     const std::filesystem::path& root);

}  // namespace proctor::framework
