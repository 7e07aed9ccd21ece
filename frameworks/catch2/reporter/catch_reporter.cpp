// Catch2's reporter "proctor": tells what happens to each test case. For Catch2 3 and 2, whose interfaces
// differ in little. PROCTOR_CATCH_HEADER is the single header that the tests are built with; without it, an
// installed Catch2 3.
#ifdef PROCTOR_CATCH_HEADER
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include PROCTOR_CATCH_HEADER
#else
#include <catch2/catch_test_case_info.hpp>
#include <catch2/catch_version_macros.hpp>
#include <catch2/interfaces/catch_interfaces_config.hpp>
#include <catch2/interfaces/catch_interfaces_registry_hub.hpp>
#include <catch2/interfaces/catch_interfaces_testcase.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <catch2/reporters/catch_reporter_streaming_base.hpp>
#endif

#include <signal.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "progress.hpp"

#ifndef CATCH_VERSION_MAJOR
#error "PROCTOR_CATCH_HEADER isn't a header of Catch2 2 or 3"
#endif

namespace proctor_catch {
namespace {

constexpr std::size_t shown_failures = 20;

#if CATCH_VERSION_MAJOR == 2
using Interrupt = bool;
std::string tag_text(const std::string& tag) {
  return tag;
}
constexpr auto hidden = Catch::TestCaseInfo::IsHidden;
constexpr auto benchmark = Catch::TestCaseInfo::Benchmark;

template <typename Each>
void for_each_test(Each each) {
  for (const Catch::TestCase& test : Catch::getRegistryHub().getTestCaseRegistry().getAllTests()) each(test);
}
#else
using Interrupt = void;
std::string tag_text(const Catch::Tag& tag) {
  return std::string(tag.original);
}
constexpr auto hidden = Catch::TestCaseProperties::IsHidden;
constexpr auto benchmark = Catch::TestCaseProperties::Benchmark;

template <typename Each>
void for_each_test(Each each) {
  for (const Catch::TestCaseHandle& test : Catch::getRegistryHub().getTestCaseRegistry().getAllTests())
    each(test.getTestCaseInfo());
}
#endif

// Tests with the tag [.] are left for later as others are by SKIP. Benchmarks are hidden, too, and no tests.
void show(Catch::TestCaseInfo& info) {
  using Properties = decltype(info.properties);
  const auto properties = static_cast<unsigned>(info.properties);
  if ((properties & static_cast<unsigned>(benchmark)) == 0)
    info.properties = static_cast<Properties>(properties & ~static_cast<unsigned>(hidden));
}

// From the tags [task_1]. Several different ones are none.
int task_of(const Catch::TestCaseInfo& info) {
  int task = 0;
  for (const auto& tag : info.tags) {
    const std::string text = tag_text(tag);
    if (text.rfind("task_", 0) != 0 || text.size() < 6 || text.size() > 11) continue;
    if (text.find_first_not_of("0123456789", 5) != std::string::npos) continue;
    const int number = std::stoi(text.substr(5));
    if (task != 0 && task != number) return 0;
    task = number;
  }
  return task;
}

// The name as the source has it: SCENARIO puts a word before it, and TEMPLATE_TEST_CASE a type behind it.
// (That there is a type is seen by several tests in the same line. Those of a TEMPLATE_LIST_TEST_CASE have
// the list's name and their number: "name - List - 0".)
std::string name_in_source(const Catch::TestCaseInfo& info) {
  const std::string scenario = "Scenario: ";
  if (info.name.rfind(scenario, 0) == 0) return info.name.substr(scenario.size());
  std::size_t here = 0;
  for_each_test([&](const Catch::TestCaseInfo& other) {
    if (other.lineInfo == info.lineInfo) ++here;
  });
  if (here < 2) return info.name;
  const std::string name = info.name.substr(0, info.name.rfind(" - "));
  const std::size_t list = name.rfind(" - ");
  if (list == std::string::npos || list + 3 == name.size() || name.find(' ', list + 3) != std::string::npos)
    return name;
  std::size_t numbered = 0;
  for_each_test([&](const Catch::TestCaseInfo& other) {
    if (other.lineInfo == info.lineInfo && other.name == name + " - " + std::to_string(numbered)) ++numbered;
  });
  return numbered == here ? name.substr(0, list) : name;
}

// How many tests before this one have its name: Catch asks only that name and tags together are unique.
std::size_t namesakes_before(const Catch::TestCaseInfo& info) {
  std::size_t count = 0;
  bool found = false;
  for_each_test([&](const Catch::TestCaseInfo& other) {
    found = found || (other.lineInfo == info.lineInfo && other.name == info.name);
    if (!found && other.name == info.name) ++count;
  });
  return count;
}

Test test_of(const Catch::TestCaseInfo& info) {
  Test test;
  // Of several programs in one project, each has its own tests; their names may be the same.
  const std::string prefix = id_prefix();
  test.id = prefix + info.name;
  const std::size_t namesakes = namesakes_before(info);
  if (namesakes > 0) test.id += " #" + std::to_string(namesakes + 1);
  if (!prefix.empty() || namesakes > 0) test.name = info.name;
  const std::string in_source = name_in_source(info);
  if (in_source != test.id) test.in_file = in_source;
  test.file = info.lineInfo.file;
  test.line = info.lineInfo.line;
  test.task = task_of(info);
  return test;
}

// Catch's own words for why an assertion failed.
std::string reason(Catch::ResultWas::OfType type, std::size_t messages) {
  const std::string several = messages == 1 ? "" : "s";
  using Was = Catch::ResultWas;
  if (type == Was::ThrewException) return "due to unexpected exception with message" + several;
  if (type == Was::DidntThrowException) return "because no exception was thrown where one was expected";
  if (type == Was::ExplicitFailure) return "explicitly with message" + several;
  return "with message" + several;
}

std::string indented(const std::string& text) {
  std::string lines = "  ";
  for (const char c : text) {
    lines += c;
    if (c == '\n') lines += "  ";
  }
  return lines;
}

std::string describe(const Catch::AssertionStats& stats, const std::vector<Catch::SectionInfo>& sections) {
  const Catch::AssertionResult& result = stats.assertionResult;
  std::string text = "\nFAILED:\n";
  if (result.hasExpression()) text += "  " + result.getExpressionInMacro() + "\n";
  if (result.hasExpandedExpression())
    text += "with expansion:\n" + indented(result.getExpandedExpression()) + "\n";
  std::string messages;
  for (const Catch::MessageInfo& info : stats.infoMessages)
    if (!info.message.empty() || info.type != Catch::ResultWas::Info)
      messages += indented(info.message) + "\n";
  const bool has_reason = result.getResultType() == Catch::ResultWas::DidntThrowException;
  if (!messages.empty() || has_reason) text += reason(result.getResultType(), stats.infoMessages.size());
  if (!messages.empty()) text += ":\n" + messages;
  if (messages.empty() && has_reason) text += "\n";
  // The first section is the test case itself.
  for (std::size_t i = 1; i < sections.size(); ++i)
    text += (i == 1 ? "in section \"" : " / \"") + std::string(sections[i].name) + "\"" +
            (i + 1 == sections.size() ? "\n" : "");
  return text + "at " + result.getSourceInfo().file + ":" + std::to_string(result.getSourceInfo().line) +
         "\n";
}

// The signal that Catch's handler names in its words.
int signal_in(const std::string& words) {
  const std::pair<const char*, int> known[] = {
      {"SIGSEGV", SIGSEGV}, {"SIGFPE", SIGFPE}, {"SIGILL", SIGILL}, {"SIGTERM", SIGTERM}, {"SIGINT", SIGINT}};
  for (const auto& [name, number] : known)
    if (words.rfind(name, 0) == 0) return number;
  return SIGABRT;
}

#if CATCH_VERSION_MAJOR == 2
using Base = Catch::StreamingReporterBase<class Reporter>;
#else
using Base = Catch::StreamingReporterBase;
#endif

class Reporter : public Base {
 public:
#if CATCH_VERSION_MAJOR == 2
  explicit Reporter(const Catch::ReporterConfig& config) : Base(config) {}
  void assertionStarting(const Catch::AssertionInfo&) override {}
#else
  explicit Reporter(Catch::ReporterConfig&& config) : Base(std::move(config)) {}
#endif

  static std::string getDescription() {
    return "tells proctor, which started this program, about each test";
  }

  // Called before Catch chooses the tests to run. It leaves out those that are hidden.
  void testRunStarting(const Catch::TestRunInfo& run) override {
    Base::testRunStarting(run);
    for_each_test([&](const Catch::TestCaseInfo& info) {
      if (of_exercise()) show(const_cast<Catch::TestCaseInfo&>(info));
      if (!info.isHidden() && !progress_.wants(test_of(info)))
        const_cast<Catch::TestCaseInfo&>(info).properties = hidden;
    });
  }

  void testCaseStarting(const Catch::TestCaseInfo& info) override {
    Base::testCaseStarting(info);
    failures_.clear();
    failed_ = 0;
    line_ = 0;
    skipped_.clear();
    progress_.start(test_of(info));
  }

  Interrupt assertionEnded(const Catch::AssertionStats& stats) override {
    const Catch::AssertionResult& result = stats.assertionResult;
#if CATCH_VERSION_MAJOR > 2
    if (result.getResultType() == Catch::ResultWas::ExplicitSkip)
      skipped_ = "The test was skipped: " + std::string(result.getMessage());
#endif
    if (!result.isOk() && ++failed_ <= shown_failures) {
      if (failed_ == 1) line_ = result.getSourceInfo().line;
      const std::string failure = describe(stats, m_sectionStack);
      progress_.failed(failure);
      failures_ += failure;
    }
    return Interrupt(true);
  }

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    if (!stats.totals.testCases.allOk()) {
      if (failed_ > shown_failures)
        failures_ += "\n… and " + std::to_string(failed_ - shown_failures) + " more\n";
      if (failures_.empty()) failures_ = "\nFAILED:\n  the test was expected to fail, and passed\n";
      progress_.finish("fail", failures_, line_);
    } else if (!skipped_.empty()) {
      // The skips of the test files are taken out of a submission: this one is the solution's own.
      progress_.finish(of_exercise() ? "fail" : "skip", skipped_, 0);
    } else {
      progress_.finish("pass", "", 0);
    }
    Base::testCaseEnded(stats);
  }

  void testRunEnded(const Catch::TestRunStats& stats) override {
    // Catch calls this, too, when it gives up by an exception (two tests have the same name and tags).
    if (std::uncaught_exceptions() == 0) progress_.end();
    Base::testRunEnded(stats);
  }

  // Catch's handler calls this in the midst of whatever went wrong. Nothing that it would still do is safe
  // (the heap may be broken, a lock held), so the program ends by that very signal.
  void fatalErrorEncountered(Catch::StringRef words) override {
    die_by(signal_in(std::string(words)));
  }

 private:
  Progress progress_;
  std::string failures_;
  std::size_t failed_ = 0;
  std::size_t line_ = 0;
  std::string skipped_;
};

CATCH_REGISTER_REPORTER("proctor", Reporter)

}  // namespace
}  // namespace proctor_catch
