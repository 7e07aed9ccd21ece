#include "format/dotnet_xml.hpp"

#include <pugixml.hpp>

#include "format/digits.hpp"
#include "format/document_reader.hpp"

namespace proctor::format {

std::pair<std::string, std::string> split_method(std::string_view name) {
  // Arguments may have points of their own.
  const std::size_t point = name.substr(0, name.find_first_of("(<\"")).rfind('.');
  if (point == std::string_view::npos) return {"", std::string(name)};
  return {std::string(name.substr(0, point)), std::string(name.substr(point + 1))};
}

std::string dotnet_failure(const pugi::xml_node& node) {
  std::string text = xml_text(node.child("message"));
  const std::string stack = xml_text(node.child("stack-trace"));
  if (!stack.empty()) text += (text.empty() ? "" : "\n") + stack;
  return text;
}

void locate_by_stack(TestEvent& test, std::string_view stack) {
  const std::size_t line = stack.find(":line ");
  if (line == std::string_view::npos) return;
  const std::size_t in = stack.rfind(" in ", line);
  if (in == std::string_view::npos) return;
  test.file = std::string(stack.substr(in + 4, line - in - 4));
  if (const int number = number_at(stack, line + 6); number > 0) test.line = number;
}

}  // namespace proctor::format
