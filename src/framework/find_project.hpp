// Where the project is that somebody means who stands in it, above it or beside its root.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/definition.hpp"

namespace proctor::framework {

/// Whether a framework that a project is recognised for has tests in this directory below it.
bool tests_lie_in(const std::vector<Definition>& definitions, const std::filesystem::path& project,
                  const std::filesystem::path& directory);

/// The nearest directory, from this one upwards, that looks like a project of one of these frameworks:
/// without a doubt, else by a hint. One without a doubt counts only if its tests lie in the hinted one, too;
/// and any above a directory that other_signs() knows, only if its tests lie in that one.
/// The search ends with the root of a repository, and before the home directory and those that all may write
/// to.
std::optional<std::filesystem::path> project_around(const std::vector<Definition>& definitions,
                                                    const std::filesystem::path& directory);

/// Projects at most two levels below a directory, with the title of their framework; at most `most`. What
/// lies in node_modules, in hidden directories and below another project isn't looked at.
std::vector<std::pair<std::filesystem::path, std::string>> projects_below(
    const std::vector<Definition>& definitions, const std::filesystem::path& directory, std::size_t most = 5);

/// What stands in a directory and tells how its tests are run by hand, though no framework's folder knows it:
/// what it is and the command (empty: there is nothing to run).
std::vector<std::pair<std::string, std::string>> other_signs(const std::filesystem::path& directory);

}  // namespace proctor::framework
