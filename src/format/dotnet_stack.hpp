// Stacks as .NET's runtimes print them: "   at N.C.M() in /src/C.cs:line 12".
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "format/digits.hpp"
#include "format/document_reader.hpp"
#include "format/test_events.hpp"

namespace proctor::format {

/// Where a test failed: the first place in its stack.
inline void locate_by_stack(TestEvent& test, std::string_view stack) {
  const std::size_t line = stack.find(":line ");
  if (line == std::string_view::npos) return;
  const std::size_t in = stack.rfind(" in ", line);
  if (in == std::string_view::npos) return;
  test.file = std::string(stack.substr(in + 4, line - in - 4));
  if (const int number = number_at(stack, line + 6); number > 0) test.line = number;
}

/// What a <failure> says: its message, and the stack behind it.
inline std::string failure_words(const pugi::xml_node& failure) {
  std::string words = xml_text(failure.child("message"));
  if (words.empty()) words = failure.attribute("exception-type").value();
  const std::string stack = xml_text(failure.child("stack-trace"));
  return words + (words.empty() || stack.empty() ? "" : "\n") + stack;
}

}  // namespace proctor::format
