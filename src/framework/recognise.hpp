// Which framework tests the project in a directory.
//
// Some of what stands there leaves no doubt (a go.mod, a pytest.ini), some is only a hint (a file test_a.py
// lies in many a project). A hint counts where nothing leaves no doubt.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/definition.hpp"

namespace proctor::framework {

/// How much a directory looks like a project of any of these frameworks.
enum class Likeness { none, hint, sure };
Likeness likeness(const std::vector<Definition>& definitions, const std::filesystem::path& root);

/// Whether a directory is a project of the framework without a doubt.
bool is_sure(const Definition& definition, const std::filesystem::path& root);

/// Whether a directory looks like a project of the framework, by a hint or without a doubt.
bool recognises(const Definition& definition, const std::filesystem::path& root);

/// The globs among the framework's signs that hold in a directory.
std::vector<std::string> signs_in(const Definition& definition, const std::filesystem::path& root);

/// All that recognise the directory and can test a project in place: the first is the one to take.
std::vector<const Definition*> recognised(const std::vector<Definition>& definitions,
                                          const std::filesystem::path& root);

/// The framework that the request names, or the one that recognises the project.
Result<const Definition*> choose(const std::vector<Definition>& definitions, const Request& request,
                                 const std::filesystem::path& root);

}  // namespace proctor::framework
