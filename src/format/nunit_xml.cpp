#include "format/nunit_xml.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>

#include "format/dotnet_stack.hpp"

namespace proctor::format {
namespace {

constexpr int kDeepestNunit = 50;

// "Failed(Child)" is how Unity writes it; elsewhere the label and the site are attributes of their own.
Status nunit_status(const pugi::xml_node& node) {
  const std::string_view said = node.attribute("result").value();
  const std::string_view label = node.attribute("label").value();
  if (said.starts_with("Failed"))
    return label == "Error" || label == "Invalid" || label == "Cancelled" ? Status::error : Status::fail;
  if (said.starts_with("Passed") || said == "Warning") return Status::pass;
  return said.starts_with("Skipped") || said.starts_with("Inconclusive") ? Status::skip : Status::error;
}

}  // namespace

void NunitXmlReader::document(Bytes& text) {
  pugi::xml_document xml;
  load(xml, text);
  if (const pugi::xml_node root = xml.child("test-run")) {
    run(root);
  } else if (const pugi::xml_node part = xml.child("test-suite")) {
    found_ = true;
    suite(part, 0);
  } else {
    problem("it has no <test-run> and no <test-suite>");
  }
}

void NunitXmlReader::run(const pugi::xml_node& node) {
  found_ = true;
  suite(node, 0);
  const auto number = [&node](const char* name) {
    return static_cast<std::size_t>(node.attribute(name).as_ullong());
  };
  if (number("total") > all_ || number("passed") > passed_ || number("failed") > failed_)
    problem(fmt::format("it says that it has {} tests, {} passed and {} failed, and {}, {} and {} are there",
                        number("total"), number("passed"), number("failed"), all_, passed_, failed_));
  const std::string_view said = node.attribute("result").value();
  if (failed_ == 0 && (said.starts_with("Failed") || number("failed") > 0)) {
    ++failed_;
    whole("", "(the run)", Status::error, fmt::format("Its result is {}.", said));
  }
}

void NunitXmlReader::suite(const pugi::xml_node& node, int depth) {
  if (depth > kDeepestNunit) return problem("its suites stand in one another too deeply");
  std::string name = node.attribute("fullname").value();
  if (name.empty()) name = node.attribute("name").value();
  const std::size_t before = failed_;
  for (const pugi::xml_node child : node.children()) {
    const std::string_view kind = child.name();
    if (kind == "test-suite") suite(child, depth + 1);
    if (kind == "test-case") one(child, name);
  }
  if (depth == 0 || nunit_status(node) == Status::pass || nunit_status(node) == Status::skip) return;
  // Its own failure: that of what stands around its tests, or of a library that can't be loaded.
  const std::string_view site = node.attribute("site").value();
  if (failed_ > before && site != "TearDown") return;
  ++failed_;
  const std::string words = failure_words(node.child("failure"));
  whole(name, fmt::format("[{}]", site.empty() ? "suite" : site), Status::error,
        words.empty() ? xml_text(node.child("reason").child("message")) : words);
}

void NunitXmlReader::one(const pugi::xml_node& node, const std::string& around) {
  const Status status = nunit_status(node);
  ++all_;
  passed_ += status == Status::pass ? 1 : 0;
  failed_ += status == Status::fail || status == Status::error ? 1 : 0;
  std::string group = node.attribute("classname").value();
  if (group.empty()) group = around;
  std::string name = node.attribute("name").value();
  if (name.empty()) name = node.attribute("fullname").value();
  TestEvent* test =
      add(group, !group.empty() && name.starts_with(group + ".") ? name.substr(group.size() + 1) : name);
  if (test == nullptr) return;
  if (const auto seconds = number_of(node.attribute("duration").value())) test->duration_ms = *seconds * 1000;
  const pugi::xml_node failure = node.child("failure");
  std::string message = failure_words(failure);
  const std::string reason = xml_text(node.child("reason").child("message"));
  if (message.empty()) message = reason;
  if (status == Status::error && message.empty())
    message = fmt::format("Its result is {}.",
                          node.attribute("result").empty() ? "not said" : node.attribute("result").value());
  if (status == Status::pass) message.clear();
  if (std::string_view(node.attribute("result").value()) == "Warning")
    events_.warning(fmt::format("{} warns: {}", test->id, reason));
  events_.append(test->message, message, kMostTextOfATest);
  append_output(*test, node.child("output"));
  locate_by_stack(*test, xml_text(failure.child("stack-trace")));
  result(*test, status);
}

}  // namespace proctor::format
