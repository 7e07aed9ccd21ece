// Where a test stands in its source file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace proctor::framework {

/// The line of `function NAME(` inside `contract CONTRACT { … }`, comments and strings passed over. Nothing
/// if the function isn't written there (inherited from another file).
std::optional<int> solidity_function_line(std::string_view source, std::string_view contract,
                                          std::string_view function);

/// Gives each case its location: the file of its suite, and the line where it can be found.
void locate_tests(const std::filesystem::path& root, std::vector<Suite>& suites);

}  // namespace proctor::framework
