#include "format/xunit_xml.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <tuple>

#include "format/digits.hpp"
#include "format/dotnet_xml.hpp"

namespace proctor::format {
namespace {

Status status_of_xunit(std::string_view result) {
  if (result == "Pass") return Status::pass;
  if (result == "Skip" || result == "NotRun") return Status::skip;
  return result == "Fail" ? Status::fail : Status::error;
}

}  // namespace

void XunitXmlReader::document(Bytes& text) {
  pugi::xml_document xml;
  load(xml, text);
  if (const pugi::xml_node all = xml.child("assemblies")) {
    found_ = true;
    for (const pugi::xml_node one : all.children("assembly")) assembly(one);
  } else if (const pugi::xml_node only = xml.child("assembly")) {
    found_ = true;
    assembly(only);
  } else {
    problem("it has neither <assemblies> nor <assembly>");
  }
}

void XunitXmlReader::assembly(const pugi::xml_node& node) {
  all_ = failed_ = 0;
  for (const pugi::xml_node group : node.children()) {
    for (const pugi::xml_node one : group.children("test")) test(one);
  }
  std::size_t errors = 0;
  // What went wrong outside of tests: the clean-up of a class, a collection or the assembly.
  for (const pugi::xml_node error : node.child("errors").children("error")) {
    ++errors;
    const pugi::xml_attribute name = error.attribute("name");
    whole("", fmt::format("({}{}{})", error.attribute("type").value(), name.empty() ? "" : " ", name.value()),
          Status::error, dotnet_failure(error.child("failure")));
  }
  const auto number = [&node](const char* name) {
    return static_cast<std::size_t>(node.attribute(name).as_ullong());
  };
  if (number("total") > all_ || number("failed") > failed_ || number("errors") > errors)
    problem(fmt::format("{} says that it has {} tests, {} failed and {} errors, and {}, {} and {} are there",
                        node.attribute("name").value(), number("total"), number("failed"), number("errors"),
                        all_, failed_, errors));
}

void XunitXmlReader::test(const pugi::xml_node& node) {
  const Status status = status_of_xunit(node.attribute("result").value());
  ++all_;
  failed_ += status == Status::fail || status == Status::error ? 1 : 0;
  std::string group = node.attribute("type").value();
  std::string name = node.attribute("name").value();
  if (group.empty())
    std::tie(group, name) = split_method(name);
  else if (name.starts_with(group + "."))
    name.erase(0, group.size() + 1);
  TestEvent* test = add(group, name);
  if (test == nullptr) return;
  if (const auto seconds = number_of(node.attribute("time").value())) test->duration_ms = *seconds * 1000;
  const pugi::xml_node failure = node.child("failure");
  std::string message = failure ? dotnet_failure(failure) : xml_text(node.child("reason"));
  if (status == Status::error && message.empty())
    message = fmt::format("Its result is {}.",
                          node.attribute("result").empty() ? "not said" : node.attribute("result").value());
  events_.append(test->message, message, kMostTextOfATest);
  append_output(*test, node.child("output"));
  const std::string stack = xml_text(failure.child("stack-trace"));
  locate_by_stack(*test, stack);
  // Version 3 says where the test itself stands.
  if (test->file.empty()) {
    test->file = node.attribute("source-file").value();
    if (const int line = node.attribute("source-line").as_int(); line > 0) test->line = line;
  }
  result(*test, status);
}

}  // namespace proctor::format
