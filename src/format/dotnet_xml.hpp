// What the reports of .NET's test frameworks (TRX, NUnit, xUnit.net) have in common.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "format/test_events.hpp"

namespace pugi {
class xml_node;
}

namespace proctor::format {

/// "Namespace.Class.Method(1.5)": the class and the method. A name without a point has no class.
std::pair<std::string, std::string> split_method(std::string_view name);

/// The message and the stack trace of a failure (`<message>`, `<stack-trace>`), as one text.
std::string dotnet_failure(const pugi::xml_node& node);

/// The place of a test that failed, from its stack: "   at N.C.M() in /src/C.cs:line 12".
void locate_by_stack(TestEvent& test, std::string_view stack);

}  // namespace proctor::format
