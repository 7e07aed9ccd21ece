#include "format/junit_xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <pugixml.hpp>

#include "base/text.hpp"
#include "format/digits.hpp"
#include "format/program_output.hpp"

namespace proctor::format {
namespace {

constexpr int kDeepest = 50;
constexpr std::size_t kMostNameless = 10'000;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A namespace of its own says nothing.
std::string_view local_name(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// What a try printed stands in its element, too (nextest, Surefire), and is no reason.
std::string words_of(const pugi::xml_node& node) {
  const std::string message = node.attribute("message").value();
  pugi::xml_document own;
  pugi::xml_node reason = node;
  if (node.child("system-out") || node.child("system-err")) {
    reason = own.append_copy(node);
    while (reason.remove_child("system-out") || reason.remove_child("system-err")) continue;
  }
  const std::string text(trim(xml_text(reason)));
  if (!text.empty())
    return message.empty() || text.find(message) != std::string::npos ? text : message + "\n" + text;
  return message.empty() ? node.attribute("type").value() : message;
}

// By the words of attributes, where no element says it.
Status by_attributes(const pugi::xml_node& node) {
  const std::string_view status = node.attribute("status").value();
  const std::string_view result = node.attribute("result").value();
  for (const std::string_view word : {status, result}) {
    if (is_one_of(word, {"fail", "failed", "failure", "Failed", "Failure"})) return Status::fail;
    if (is_one_of(word, {"error", "Error"})) return Status::error;
    if (is_one_of(word, {"skipped", "disabled", "notrun", "ignored", "pending", "suppressed", "Skipped",
                         "Ignored"}))
      return Status::skip;
  }
  return Status::pass;
}

// What a test stands in: its class, unless that is only the test's own name once more (jest-junit, ctest).
std::string suite_of(const pugi::xml_node& node, const std::string& suite) {
  const std::string name = node.attribute("name").value();
  std::string group = node.attribute("class").value();  // PHPUnit's, which has dots in the other
  if (group.empty()) group = node.attribute("classname").value();
  return group.empty() || group == name || (!name.empty() && group.ends_with(name)) ? suite : group;
}

}  // namespace

JunitXmlReader::Found& JunitXmlReader::Found::operator+=(const Found& other) {
  cases += other.cases;
  sure += other.sure;
  bad += other.bad;
  failures += other.failures;
  tries += other.tries;
  return *this;
}

void JunitXmlReader::document(Bytes& text) {
  pugi::xml_document xml;
  load(xml, text);
  for (const pugi::xml_node root : xml.children()) {
    if (root.type() != pugi::node_element) continue;
    const std::string_view name = local_name(root);
    if (name != "testsuites" && name != "testsuite" && name != "testcase") {
      problem(fmt::format("<{}> is no element of JUnit's XML", name));
      continue;
    }
    found_ = true;
    if (name == "testcase")
      test_case(root, "", "");
    else if (suite(root, "", "", 0).cases == 0)
      say_what_isnt_known(root);
  }
  if (!found_) problem("it has no <testsuites> and no <testsuite>");
}

JunitXmlReader::Found JunitXmlReader::suite(const pugi::xml_node& node, const std::string& around,
                                            const std::string& file, int depth) {
  Found found;
  if (depth > kDeepest) {
    problem("its suites stand in one another too deeply");
    return found;
  }
  const bool outermost = local_name(node) == "testsuites";
  std::string name = outermost ? "" : node.attribute("name").value();
  if (name.empty() || name == "(empty)") name = around;  // ctest's build without a name
  std::string own_file = node.attribute("file").value();
  if (own_file.empty()) own_file = file;
  for (const pugi::xml_node child : node.children()) {
    const std::string_view kind = local_name(child);
    if (kind == "testsuite" || kind == "testsuites") found += suite(child, name, own_file, depth + 1);
    if (kind == "testcase") found += test_case(child, name, own_file);
    if (kind == "error" || kind == "failure") {
      whole(name, fmt::format("({})", kind), Status::error, words_of(child));
      ++found.bad;
      ++found.failures;
    }
  }
  compare(node, name.empty() ? node.attribute("name").value() : name, found);
  return found;
}

// Check has the same outermost element and others in it.
void JunitXmlReader::say_what_isnt_known(const pugi::xml_node& root) {
  for (const pugi::xml_node child : root.children()) {
    if (child.type() == pugi::node_element &&
        !is_one_of(local_name(child),
                   {"testsuites", "testsuite", "properties", "system-out", "system-err", "error", "failure"}))
      return problem(fmt::format("<{}> is no element of JUnit's XML", local_name(child)));
  }
}

// The numbers that an element gives against what stands in it. Not every tool counts those that were skipped,
// pytest counts a test whose teardown fails as well once, jest-junit doesn't count a todo, web-test-runner
// counts a failure as an error, too, and Surefire counts each try of a test that is run again.
void JunitXmlReader::compare(const pugi::xml_node& node, const std::string& name, Found& found) {
  const auto number = [&node](const char* attribute) {
    return std::min<std::size_t>(node.attribute(attribute).as_ullong(), 1U << 30U);
  };
  const std::string who = name.empty() ? "it" : name;
  const std::size_t tests = number("tests"), failures = number("failures"), errors = number("errors");
  const bool each_try = tests == found.cases + found.tries;
  if ((tests > found.cases && !each_try) || (tests > 0 && tests < found.sure && found.bad == 0))
    problem(fmt::format("{} says that it has {} tests, and {} are there", who, tests, found.cases));
  if (found.cases == 0 && tests <= kMostNameless) nameless(node, name, found);
  if (failures + errors > found.failures + found.tries &&
      std::max(failures, errors) > found.bad + found.tries) {
    const std::string words = fmt::format("{} says that {} of its tests failed, and {} are there", who,
                                          failures + errors, found.bad);
    problem(words);
    whole(name, "(failed without a case)", Status::error, words);
    found.bad = found.failures = failures + errors;
  }
  if (tests > found.cases) found.tries -= std::min(found.tries, tests - found.cases);
  found.cases = std::max(found.cases, tests);
}

// A report without cases: its numbers are kept, and aren't believed.
void JunitXmlReader::nameless(const pugi::xml_node& node, const std::string& name, Found& found) {
  std::size_t left = node.attribute("tests").as_uint();
  const auto add_some = [&](std::size_t some, Status status) {
    for (some = std::min(some, left); some > 0; --some, --left) {
      if (TestEvent* test = add(name, "(nameless test)")) result(*test, status);
    }
  };
  const std::size_t before = left;
  add_some(node.attribute("errors").as_uint(), Status::error);
  add_some(node.attribute("failures").as_uint(), Status::fail);
  found.bad = found.failures = before - left;
  add_some(std::size_t{node.attribute("skipped").as_uint()} + node.attribute("disabled").as_uint(),
           Status::skip);
  add_some(left, Status::pass);
}

JunitXmlReader::Found JunitXmlReader::test_case(const pugi::xml_node& node, const std::string& suite,
                                                const std::string& file) {
  std::optional<Status> status;
  std::string message;
  std::string flaky;
  std::string risky;
  std::size_t failures = 0;
  std::size_t tries = 0;
  const auto put = [](std::string& text, const std::string& more) {
    if (text.find(more) == std::string::npos) text += (text.empty() ? "" : "\n\n") + more;
  };
  const std::string_view said = node.attribute("status").value();
  for (const pugi::xml_node child : node.children()) {
    const std::string_view kind = local_name(child);
    if (is_one_of(kind, {"failure", "rerunFailure"})) {
      if (status != Status::error) status = Status::fail;
      ++(kind == "failure" ? failures : tries);
      put(message, words_of(child));
    } else if (kind == "error" &&
               std::string_view(child.attribute("type").value()).ends_with("RiskyTestError")) {
      put(risky, words_of(child));  // PHPUnit doesn't let it fail
    } else if (is_one_of(kind, {"error", "rerunError"})) {
      if (status != Status::fail) status = Status::error;
      ++(kind == "error" ? failures : tries);
      put(message, words_of(child));
    } else if (kind == "warning" && !status) {
      status = Status::skip;  // PHPUnit's "No tests found in class"
      message = words_of(child);
    } else if (kind == "skipped" && !status) {
      message = words_of(child);
      // ctest: "Unable to find executable" and "Fixture dependency failed" stand there, too.
      status = said == "notrun" && !message.empty() && !message.starts_with("SKIP_") ? Status::error
                                                                                     : Status::skip;
    } else if (is_one_of(kind, {"flakyFailure", "flakyError"})) {
      ++tries;
      put(flaky, words_of(child));
    }
  }
  if (!status) status = by_attributes(node);
  const std::string printed = xml_text(node.child("system-out"));
  const bool skipped_by_output = status == Status::skip && message.starts_with("SKIP_");  // ctest's words
  if (status == Status::pass && ended_within_a_test(printed)) {
    status = Status::fail;
    message = "The program ended within this test, with an exit code that says success.\n\n" + printed;
  } else if (skipped_by_output && tells_of_a_failure(printed)) {
    status = Status::fail;  // GoogleTest's SetUpTestSuite
    message.clear();
  } else if (message.starts_with("Error regular expression found in output.") &&
             tells_of_a_failure(printed)) {
    message.clear();  // ctest's words for a failure that the program tells better
  } else if (skipped_by_output && !trim(printed).empty()) {
    message = words_of_last_test(printed);
  }
  const bool bad = status == Status::fail || status == Status::error;
  if (!risky.empty()) ++failures;
  Found found{.cases = 1,
              .bad = bad ? 1U : 0U,
              .failures = std::max<std::size_t>(failures, bad ? 1 : 0),
              .tries = tries};
  const std::string_view name = node.attribute("name").value();
  if (suite.starts_with("@setup-script:")) {  // nextest: what runs before the tests
    if (bad) whole(suite, std::string(name), Status::error, message);
    return found;
  }
  TestEvent* test = add(suite_of(node, suite), std::string(name));
  if (test == nullptr) return found;
  const bool first = test->id.ends_with(name);
  found.sure = first && status != Status::skip && name != node.attribute("classname").value() ? 1 : 0;
  if (!flaky.empty() && !bad)
    events_.warning(fmt::format("{} passed only when it was run again: {}", test->id,
                                flaky.substr(0, utf8_prefix(flaky, 200))));
  if (!risky.empty() && !bad)
    events_.warning(fmt::format("{} is risky: {}", test->id, risky.substr(0, utf8_prefix(risky, 200))));
  test->file = node.attribute("file").empty() ? file : node.attribute("file").value();
  if (const int line = node.attribute("line").as_int(-1); line > 0) test->line = line;
  if (const auto seconds = number_of(node.attribute("time").value())) test->duration_ms = *seconds * 1000;
  // A tool that knows no more than that it failed: what it printed says why.
  if (bad && message.empty()) message = words_of_last_test(printed);
  events_.append(test->message, message, kMostTextOfATest);
  for (const pugi::xml_node child : node.children()) {
    if (is_one_of(local_name(child), {"system-out", "system-err"})) append_output(*test, child);
  }
  result(*test, *status);
  return found;
}

}  // namespace proctor::format
