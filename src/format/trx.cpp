#include "format/trx.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>

#include "base/text.hpp"
#include "format/digits.hpp"
#include "format/dotnet_stack.hpp"

namespace proctor::format {
namespace {

constexpr int kDeepestTrx = 20;

Status status_of(std::string_view outcome) {
  if (outcome == "Passed" || outcome == "Warning" || outcome == "Completed") return Status::pass;
  if (outcome == "NotExecuted" || outcome == "Inconclusive" || outcome == "Pending") return Status::skip;
  return outcome == "Failed" ? Status::fail : Status::error;
}

// "01:02:03.4567890" in milliseconds.
std::optional<double> duration_of(std::string_view text) {
  double seconds = 0;
  for (int part = 0; part < 3; ++part) {
    const std::size_t colon = text.find(':');
    const auto value = number_of(text.substr(0, colon));
    if (!value) return std::nullopt;
    seconds = seconds * 60 + *value;
    if (colon == std::string_view::npos) return part == 2 ? std::optional(seconds * 1000) : std::nullopt;
    text.remove_prefix(colon + 1);
  }
  return std::nullopt;
}

}  // namespace

void TrxReader::document(Bytes& text) {
  pugi::xml_document xml;
  load(xml, text);
  const pugi::xml_node root = xml.child("TestRun");
  if (!root) return problem("it has no <TestRun>");
  found_ = true;
  for (const pugi::xml_node test : root.child("TestDefinitions").children())
    classes_.emplace(test.attribute("id").value(), test.child("TestMethod").attribute("className").value());
  results(root.child("Results"), 0);
  if (const pugi::xml_node end = root.child("ResultSummary"))
    summary(end);
  else
    problem("it has no summary: the run didn't come to its end");
}

void TrxReader::results(const pugi::xml_node& node, int depth) {
  for (const pugi::xml_node child : node.children()) {
    if (std::string_view(child.name()).ends_with("Result")) one(child, depth);
  }
}

void TrxReader::one(const pugi::xml_node& node, int depth) {
  if (depth > kDeepestTrx) return problem("its results stand in one another too deeply");
  const Status status = status_of(node.attribute("outcome").value());
  if (const pugi::xml_node inner = node.child("InnerResults")) {
    // What the rows of a test come to is theirs, unless it failed and none of them did.
    const std::size_t bad = failed_;
    results(inner, depth + 1);
    if (status == Status::pass || status == Status::skip || failed_ > bad) return;
  }
  ++all_;
  passed_ += status == Status::pass ? 1 : 0;
  failed_ += status == Status::fail || status == Status::error ? 1 : 0;
  const std::string execution = node.attribute("executionId").value();
  const std::string name = node.attribute("testName").value();
  if (!execution.empty() && executions_[execution]++ > 0) problem(name + " has two results of one execution");
  const auto found = classes_.find(std::string_view(node.attribute("testId").value()));
  std::string group = found == classes_.end() ? "" : found->second;
  // "Namespace.Class, Assembly, Version=…"
  group = group.substr(0, group.find(','));
  TestEvent* test =
      add(group, !group.empty() && name.starts_with(group + ".") ? name.substr(group.size() + 1) : name);
  if (test == nullptr) return;
  test->duration_ms = duration_of(node.attribute("duration").value());
  const pugi::xml_node output = node.child("Output");
  const pugi::xml_node info = output.child("ErrorInfo");
  std::string message = xml_text(info.child("Message"));
  const std::string stack = xml_text(info.child("StackTrace"));
  if (!stack.empty()) message += (message.empty() ? "" : "\n") + stack;
  events_.append(test->message, message, kMostTextOfATest);
  append_output(*test, output.child("StdOut"));
  append_output(*test, output.child("StdErr"));
  locate_by_stack(*test, stack);
  if (status == Status::error && test->message.empty())
    test->message =
        fmt::format("Its outcome is {}.",
                    node.attribute("outcome").empty() ? "not said" : node.attribute("outcome").value());
  result(*test, status);
}

void TrxReader::summary(const pugi::xml_node& node) {
  const pugi::xml_node counters = node.child("Counters");
  const auto number = [&counters](const char* name) {
    return static_cast<std::size_t>(counters.attribute(name).as_ullong());
  };
  if (counters && (number("total") > all_ || number("passed") > passed_ ||
                   number("failed") + number("error") + number("timeout") + number("aborted") > failed_))
    problem(fmt::format("it says that it has {} tests, {} passed and {} failed, and {}, {} and {} are there",
                        number("total"), number("passed"), number("failed"), all_, passed_, failed_));
  const std::string_view outcome = node.attribute("outcome").value();
  std::string words;
  for (const pugi::xml_node info : node.child("RunInfos").children("RunInfo")) {
    if (std::string_view(info.attribute("outcome").value()) == "Error")
      words += xml_text(info.child("Text")) + "\n";
  }
  // A failed run has failed tests; else the host crashed, or a limit of its settings struck.
  if ((outcome != "Completed" && outcome != "Passed" && failed_ == 0) || outcome == "Aborted" ||
      outcome == "Error" || (!words.empty() && failed_ == 0)) {
    problem(fmt::format("the run as a whole is said to have {}",
                        outcome.empty() ? "no outcome" : "the outcome " + std::string(outcome)));
    whole("", "(the run)", Status::error,
          words.empty() ? "Its outcome is " + std::string(outcome) + "." : words);
  }
}

}  // namespace proctor::format
