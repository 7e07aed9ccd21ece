// What a person calls a test: the name as proctor prints it, or any run of the names that it stands in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "request/test_id.hpp"

namespace proctor {

/// A test's names from the file down, in one form whatever stood between them: " › " of the terminal, "::" of
/// `--only`, or the framework's own `separator`. Control characters are escaped, as they are where names are
/// printed.
std::string name_path(std::string_view text, std::string_view separator = {});
std::string name_path(const TestId& test, std::string_view separator = {});

/// The last of the names in an id, or in what somebody wrote.
std::string last_name(std::string_view text);

/// Whether somebody who writes `asked` means the test of this path, or a whole that it stands in: "test_a",
/// "TestB › test_a", "a.py::TestB". Of a name with a row or with parameters behind it ("test_a[1]",
/// "f(uint)") the name alone is enough. Both are name_path()s.
bool is_called(std::string_view asked, std::string_view path);

/// The same where `asked` begins with the first name of the path.
bool begins_as_called(std::string_view asked, std::string_view path);

}  // namespace proctor
