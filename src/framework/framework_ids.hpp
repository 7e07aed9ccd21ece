// A test that a request names, in the words of a framework.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "request/test_id.hpp"

namespace proctor::framework {

/// The ids that a framework may know a test by, which came as FILE::SUITE::NAME. Names may have "::" in them,
/// and whether ids begin with the file, only the reporter knows: all that it can mean. What is no test's id
/// is no harm.
std::vector<std::string> ids_of(const TestId& test, std::string_view separator,
                                const std::filesystem::path& root);

/// What such a test is called, as a person wrote it, and whether that begins with a file of the project.
std::pair<std::string, bool> called(const TestId& test, const std::filesystem::path& root);

}  // namespace proctor::framework
