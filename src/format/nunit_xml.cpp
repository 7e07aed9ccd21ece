#include "format/nunit_xml.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <tuple>

#include "format/digits.hpp"
#include "format/dotnet_xml.hpp"

namespace proctor::format {
namespace {

constexpr int kDeepestNunit = 100;

bool says(const pugi::xml_node& node, const char* name, std::string_view wanted) {
  return std::string_view(node.attribute(name).value()) == wanted;
}

// A test that NUnit can't run, for a wrong signature say, counts among the failures in its own exit code.
Status status_of_nunit(const pugi::xml_node& node) {
  const std::string_view result = node.attribute("result").value();
  if (result == "NotRunnable" || says(node, "label", "Invalid")) return Status::error;
  if (result == "Passed" || result == "Success" || result == "Warning") return Status::pass;
  if (result == "Skipped" || result == "Ignored" || result == "Inconclusive") return Status::skip;
  if (result == "Failure" || (result == "Failed" && node.attribute("label").empty())) return Status::fail;
  if (!result.empty()) return Status::error;
  if (says(node, "executed", "False") || says(node, "executed", "false")) return Status::skip;
  if (says(node, "success", "True") || says(node, "success", "true")) return Status::pass;
  if (node.attribute("success")) return Status::fail;
  // The oldest say no more of a test that passed.
  return says(node, "executed", "True") && !node.child("failure") ? Status::pass : Status::error;
}

bool is_bad(Status status) {
  return status == Status::fail || status == Status::error;
}

}  // namespace

void NunitXmlReader::document(Bytes& text) {
  pugi::xml_document xml;
  load(xml, text);
  pugi::xml_node root = xml.child("test-run");
  if (!root) root = xml.child("test-results");
  if (!root && !xml.child("test-suite"))
    return problem("it has neither <test-run> nor <test-results> nor <test-suite>");
  found_ = true;
  if (!root) return inside(xml, 0);
  inside(root, 0);
  check_sums(root);
}

void NunitXmlReader::inside(const pugi::xml_node& node, int depth) {
  if (depth > kDeepestNunit) return problem("its suites stand in one another too deeply");
  for (const pugi::xml_node child : node.children()) {
    const std::string_view name = child.name();
    if (name == "test-case") test_case(child);
    if (name == "results") inside(child, depth);  // version 2 has one in each suite
    if (name == "test-suite") suite(child, depth);
  }
}

void NunitXmlReader::suite(const pugi::xml_node& node, int depth) {
  const std::size_t before = failed_;
  inside(node, depth + 1);
  // A suite has failed where a test of it has, or the suite around it; else its set-up or tear-down did.
  if (!is_bad(status_of_nunit(node)) || failed_ > before || says(node, "site", "Parent")) return;
  const pugi::xml_attribute full = node.attribute("fullname");
  ++failed_;
  whole("", fmt::format("({})", full ? full.value() : node.attribute("name").value()), Status::error,
        dotnet_failure(node.child("failure")));
}

void NunitXmlReader::test_case(const pugi::xml_node& node) {
  const Status status = status_of_nunit(node);
  ++all_;
  failed_ += is_bad(status) ? 1 : 0;
  std::string group = node.attribute("classname").value();
  std::string name = node.attribute("name").value();
  if (group.empty()) {
    const pugi::xml_attribute full = node.attribute("fullname");
    std::tie(group, name) = split_method(full ? full.value() : name);
  }
  TestEvent* test = add(group, name);
  if (test == nullptr) return;
  const pugi::xml_attribute seconds =
      node.attribute("duration") ? node.attribute("duration") : node.attribute("time");
  if (const auto value = number_of(seconds.value())) test->duration_ms = *value * 1000;
  const pugi::xml_node failure = node.child("failure");
  std::string message = dotnet_failure(failure ? failure : node.child("reason"));
  if (status == Status::error && message.empty())
    message = fmt::format("Its result is {} {}.", node.attribute("result").value(),
                          node.attribute("label").value());
  events_.append(test->message, message, kMostTextOfATest);
  append_output(*test, node.child("output"));
  locate_by_stack(*test, xml_text(failure.child("stack-trace")));
  result(*test, status);
}

void NunitXmlReader::check_sums(const pugi::xml_node& root) {
  const auto number = [&root](const char* name) {
    return static_cast<std::size_t>(root.attribute(name).as_ullong());
  };
  // Version 3 has `failed`, version 2 the other two.
  const std::size_t bad = number("failed") + number("failures") + number("errors");
  if (number("total") > all_ || bad > failed_)
    problem(fmt::format("it says that it has {} tests and {} of them failed, and {} and {} are there",
                        number("total"), bad, all_, failed_));
  if (is_bad(status_of_nunit(root)) && root.attribute("result") && failed_ == 0) {
    problem("the run as a whole is said to have failed");
    whole("", "(the run)", Status::error,
          fmt::format("Its result is {} {}.", root.attribute("result").value(),
                      root.attribute("label").value()));
  }
}

}  // namespace proctor::format
