// Lines by which a shell, an interpreter or a build tool says that it couldn't start the tests: the runner
// isn't installed, there is no such script, no project is here.
#pragma once

#include <string_view>

namespace proctor::format {

/// Whether the line says that nothing of what `command` was to test was started. `line` without control
/// sequences and the blanks around it.
bool says_tests_not_started(std::string_view line, std::string_view command);

}  // namespace proctor::format
