#include "format/xunit_xml.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>

#include "format/dotnet_stack.hpp"

namespace proctor::format {
namespace {

Status xunit_status(std::string_view result) {
  if (result == "Pass") return Status::pass;
  if (result == "Skip" || result == "NotRun") return Status::skip;
  return result == "Fail" ? Status::fail : Status::error;
}

std::size_t attribute_count(const pugi::xml_node& node, const char* name) {
  return static_cast<std::size_t>(node.attribute(name).as_ullong());
}

}  // namespace

void XunitXmlReader::document(Bytes& text) {
  pugi::xml_document xml;
  load(xml, text);
  for (const pugi::xml_node root : xml.children()) {
    if (std::string_view(root.name()) == "assembly") assembly(root);
    if (std::string_view(root.name()) != "assemblies") continue;
    found_ = true;
    for (const pugi::xml_node child : root.children("assembly")) assembly(child);
  }
  if (!found_) problem("it has no <assemblies> and no <assembly>");
}

void XunitXmlReader::assembly(const pugi::xml_node& node) {
  found_ = true;
  all_ = failed_ = 0;
  const std::string name = node.attribute("name").value();
  for (const pugi::xml_node collection : node.children("collection"))
    for (const pugi::xml_node test : collection.children("test")) one(test);
  // What failed outside of tests: a fixture's clean-up, say.
  std::size_t errors = 0;
  for (const pugi::xml_node error : node.child("errors").children("error")) {
    const std::string where = error.attribute("name").value();
    const std::string type = error.attribute("type").value();
    whole(name, fmt::format("[{}]", where.empty() ? (type.empty() ? "error" : type) : where), Status::error,
          failure_words(error.child("failure")));
    ++errors;
  }
  if (attribute_count(node, "total") > all_ || attribute_count(node, "failed") > failed_ ||
      attribute_count(node, "errors") > errors) {
    const std::string words =
        fmt::format("{} says that it has {} tests, {} failed and {} errors, and {}, {} and {} are there",
                    name.empty() ? "it" : name, attribute_count(node, "total"),
                    attribute_count(node, "failed"), attribute_count(node, "errors"), all_, failed_, errors);
    problem(words);
    if (attribute_count(node, "failed") > failed_ || attribute_count(node, "errors") > errors)
      whole(name, "(failed without a case)", Status::error, words);
  }
}

void XunitXmlReader::one(const pugi::xml_node& node) {
  const std::string_view result_word = node.attribute("result").value();
  const Status status = xunit_status(result_word);
  ++all_;
  failed_ += status == Status::fail || status == Status::error ? 1 : 0;
  const std::string group = node.attribute("type").value();
  const std::string name = node.attribute("name").value();
  TestEvent* test =
      add(group, !group.empty() && name.starts_with(group + ".") ? name.substr(group.size() + 1) : name);
  if (test == nullptr) return;
  if (const auto seconds = number_of(node.attribute("time").value())) test->duration_ms = *seconds * 1000;
  test->file = node.attribute("source-file").value();
  if (const int line = node.attribute("source-line").as_int(-1); line > 0) test->line = line;
  const pugi::xml_node failure = node.child("failure");
  std::string message = failure_words(failure);
  if (status == Status::skip) message = xml_text(node.child("reason"));
  if (status == Status::error && message.empty())
    message = fmt::format("Its result is {}.", result_word.empty() ? "not said" : result_word);
  events_.append(test->message, message, kMostTextOfATest);
  append_output(*test, node.child("output"));
  if (!test->line) locate_by_stack(*test, xml_text(failure.child("stack-trace")));
  for (const pugi::xml_node warning : node.child("warnings").children("warning"))
    events_.warning(test->id + ": " + xml_text(warning));
  result(*test, status);
}

}  // namespace proctor::format
