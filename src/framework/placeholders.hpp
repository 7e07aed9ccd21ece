// What {root}, {folder} and the like in a framework's commands stand for in one run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "framework/definition.hpp"

namespace proctor::framework {

struct Places {
  std::filesystem::path root;
  std::filesystem::path folder;      ///< of the framework; the code under test can't write there
  std::filesystem::path private_;    ///< the run's own, writable
  std::filesystem::path prepared{};  ///< what `proctor warm` made; empty: nothing was
  std::filesystem::path kept{};      ///< writable, and the same for each run of a project; private_ otherwise
  std::string origin = "project";    ///< "upload" for sources that somebody sent
  std::string slug{};                ///< of an exercise
  std::int64_t seconds = 0;          ///< that the run may take
  std::vector<std::string> tests{};  ///< test files, relative to the root
};

/// "two-fer" to "two_fer", to "TwoFer".
std::string snake_case(std::string_view slug);
std::string pascal_case(std::string_view slug);

/// {slug}, {snake} and {pascal}: in a framework's names of test files.
std::string fill_slug(std::string_view text, std::string_view slug);

/// argv; a word {tests} becomes one word for each test file.
std::vector<std::string> fill(const std::vector<std::string>& command, const Places& places);

/// What the framework's commands get: `environment` (NAME=value) without what its folder takes out of it,
/// with what that and these commands set, and with PROCTOR_ROOT and so on, which say the same as the
/// placeholders.
std::vector<std::string> command_environment(std::vector<std::string> environment,
                                             const Definition& definition, const Places& places,
                                             const Definition::Commands& commands = {});

}  // namespace proctor::framework
