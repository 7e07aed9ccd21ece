// Asks and tells proctor about each test case; where it doesn't listen, nothing is different. For Catch2 3 and 2.
// PROCTOR_CATCH_HEADER is the single header that the tests are built with; without it, an installed Catch2 3.
#ifdef PROCTOR_CATCH_HEADER
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include PROCTOR_CATCH_HEADER
#else
#include <catch2/catch_test_case_info.hpp>
#include <catch2/catch_test_spec.hpp>
#include <catch2/catch_version_macros.hpp>
#include <catch2/interfaces/catch_interfaces_config.hpp>
#include <catch2/interfaces/catch_interfaces_registry_hub.hpp>
#include <catch2/interfaces/catch_interfaces_testcase.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#endif

#include <fnmatch.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "client.h"
#include "streams.h"

#ifndef CATCH_VERSION_MAJOR
#error "These tests are built with a Catch that is older than Catch2 2.2, which proctor can't ask. Run them by their own command: proctor call Test --help"
#endif

namespace {

constexpr std::size_t shown_failures = 20;
constexpr std::size_t planned_at_once = 512;

#if CATCH_VERSION_MAJOR == 2
using Base = Catch::TestEventListenerBase;
using Given = const Catch::ReporterConfig&;
using Interrupt = bool;
const std::string& text_of(const std::string& tag) { return tag; }
const Catch::TestCaseInfo& info_of(const Catch::TestCase& test) { return test; }
#else
using Base = Catch::EventListenerBase;
using Given = const Catch::IConfig*;
using Interrupt = void;
std::string text_of(const Catch::Tag& tag) { return std::string(tag.original); }
const Catch::TestCaseInfo& info_of(const Catch::TestCaseHandle& test) { return test.getTestCaseInfo(); }
#endif

// What the driver (run.cpp) says of this program.
std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}
const std::string state = setting("PROCTOR_CATCH_STATE");     // a directory for what the driver is to know
const std::string prefix = setting("PROCTOR_CATCH_PROGRAM");  // stands before the ids, where there are several programs
const std::string path = setting("PROCTOR_CATCH_PATH");       // globs of test files, one a line; or nothing
const double most_seconds = std::atof(setting("PROCTOR_TEST_TIMEOUT").c_str());  // of each test, where CTest says so
const std::string root = setting("PROCTOR_ROOT") + "/";
const bool exercise = !setting("PROCTOR_CATCH_EXERCISE").empty();

bool fits_path(const std::string& file) {
  std::istringstream globs(path);
  for (std::string glob; std::getline(globs, glob);)
    if (fnmatch(glob.c_str(), file.c_str(), 0) == 0) return true;
  return false;
}

struct Test {
  std::string id, name, in_source;  // the name as it's shown, and as it is in the source
  std::string file;                 // relative to the project's directory if it's in there
  std::size_t line = 0;
  int task = 0;  // 0: none, or not exactly one
};

using Key = std::pair<std::string, std::string>;  // where a test stands, and its name

std::string place_of(const Catch::SourceLineInfo& at) { return std::string(at.file) + ":" + std::to_string(at.line); }
Key key_of(const Catch::TestCaseInfo& info) { return {place_of(info.lineInfo), info.name}; }

// From the tags [task_1]. Several different ones are none.
int task_of(const Catch::TestCaseInfo& info) {
  int task = 0;
  for (const auto& tag : info.tags) {
    const std::string text = text_of(tag);
    if (text.rfind("task_", 0) != 0 || text.size() < 6 || text.size() > 11) continue;
    if (text.find_first_not_of("0123456789", 5) != std::string::npos) continue;
    const int number = std::stoi(text.substr(5));
    if (task != 0 && task != number) return 0;
    task = number;
  }
  return task;
}

// The name as the source has it: SCENARIO puts a word before it, and TEMPLATE_TEST_CASE a type behind it, which is seen
// by several tests in one place. (Those of a TEMPLATE_LIST_TEST_CASE have the list's name and their number:
// "name - List - 0".)
std::string name_in_source(const std::string& name, const std::vector<std::string>& all_here) {
  const std::string scenario = "Scenario: ";
  if (name.rfind(scenario, 0) == 0) return name.substr(scenario.size());
  if (all_here.size() < 2) return name;
  const std::string without = name.substr(0, name.rfind(" - "));
  const std::size_t list = without.rfind(" - ");
  if (list == std::string::npos || list + 3 == without.size() || without.find(' ', list + 3) != std::string::npos)
    return without;
  std::size_t numbered = 0;
  for (const std::string& other : all_here) numbered += other == without + " - " + std::to_string(numbered);
  return numbered == all_here.size() ? without.substr(0, list) : without;
}

// All test cases of the program. Catch asks only that names and tags together are unique.
std::map<Key, Test> all_tests() {
  const auto& all = Catch::getRegistryHub().getTestCaseRegistry().getAllTests();
  std::map<std::string, std::vector<std::string>> here;
  for (const auto& test : all) here[place_of(info_of(test).lineInfo)].push_back(info_of(test).name);
  std::map<Key, Test> tests;
  std::map<std::string, int> namesakes;
  for (const auto& each : all) {
    const Catch::TestCaseInfo& info = info_of(each);
    Test& test = tests[key_of(info)];
    const int number = ++namesakes[info.name];
    test.id = prefix + info.name + (number > 1 ? " #" + std::to_string(number) : "");
    test.name = info.name;
    test.in_source = name_in_source(info.name, here[place_of(info.lineInfo)]);
    test.file = info.lineInfo.file;
    if (test.file.rfind(root, 0) == 0) test.file.erase(0, root.size());
    test.line = info.lineInfo.line;
    test.task = task_of(info);
  }
  return tests;
}

void put_test(const Test& test) {
  proctor_text("id", test.id.c_str());
  if (!exercise || test.name != test.id) proctor_text("name", test.name.c_str());  // it may have `::` in it
  if (test.in_source != test.id) proctor_text("test", test.in_source.c_str());
  proctor_text("file", test.file.c_str());
  proctor_number("line", static_cast<double>(test.line));
  if (test.task > 0) proctor_number("task", test.task);
}

// The names that CTest knows (catch_discover_tests with a TEST_SPEC, say); empty where it knows all, or others.
std::set<std::string> found_by_ctest(const std::map<Key, Test>& tests) {
  std::set<std::string> all, found;
  for (const auto& test : tests) all.insert(test.second.name);
  std::ifstream file(setting("PROCTOR_TESTS_FOUND"));
  for (std::string line, name; std::getline(file, line); name.clear()) {
    for (std::size_t i = 0; i < line.size(); ++i) name += line[i] == '\\' && i + 1 < line.size() ? line[++i] : line[i];
    if (!found.insert(name).second || all.count(name) == 0) return {};
  }
  return found;
}

using Tests = std::vector<const Test*>;

// Plans these tests and adds those of them that are wanted.
void plan(Tests::const_iterator first, Tests::const_iterator last, Tests& wanted) {
  if (first == last) return;
  proctor_begin("plan");
  proctor_put(",\"tests\":[");
  for (auto test = first; test != last; ++test) proctor_put(test == first ? "{" : ",{"), put_test(**test), proctor_put("}");
  proctor_put("]");
  const int answer = proctor_send();
  if (answer == PROCTOR_OK) wanted.insert(wanted.end(), first, last);
  if (answer != PROCTOR_SOME) return;
  const auto middle = first + (last - first) / 2;
  plan(first, middle, wanted);
  plan(middle, last, wanted);
}

// The arguments that choose tests. Catch2 before 2.5 doesn't tell.
template <typename Config>
auto specs_of(const Config& config, int) -> std::decay_t<decltype(config.getTestsOrTags())> { return config.getTestsOrTags(); }
template <typename Config>
std::vector<std::string> specs_of(const Config&, long) { return {}; }

// A name as it stands in a file of Catch's option --input-file.
std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += std::string(c == '"' || c == '\\' || c == ',' ? "\\" : "") + c;
  return text + "\"\n";
}

char** anew = nullptr;  // what the program is started with once more when it ends

// First of all, so that it happens last.
__attribute__((constructor(102))) void start_anew_at_end() {
  std::atexit([] {
    if (anew == nullptr) return;
    putenv(proctor_channel);
    execv("/proc/self/exe", anew);
    _exit(127);
  });
}

// The arguments of now, with the chosen names in the place of those that choose tests.
void choose_names(const std::vector<std::string>& replaced) {
  static std::vector<std::string>& words = *new std::vector<std::string>;
  std::ifstream line("/proc/self/cmdline");
  for (std::string word; std::getline(line, word, '\0');)
    if (words.empty() || std::find(replaced.begin(), replaced.end(), word) == replaced.end()) words.push_back(word);
  words.insert(words.end(), {"--input-file", state + "/chosen"});
  anew = new char*[words.size() + 1]();
  for (std::size_t i = 0; i < words.size(); ++i) anew[i] = &words[i][0];
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

std::string describe(const Catch::AssertionStats& stats, const std::vector<std::string>& sections) {
  const Catch::AssertionResult& result = stats.assertionResult;
  std::string text = "\nFAILED:\n";
  if (result.hasExpression()) text += "  " + result.getExpressionInMacro() + "\n";
  if (result.hasExpandedExpression()) text += "with expansion:\n" + indented(result.getExpandedExpression()) + "\n";
  std::string messages;
  for (const Catch::MessageInfo& info : stats.infoMessages)
    if (!info.message.empty() || info.type != Catch::ResultWas::Info) messages += indented(info.message) + "\n";
  const bool has_reason = result.getResultType() == Catch::ResultWas::DidntThrowException;
  if (!messages.empty() || has_reason)
    text += reason(result.getResultType(), stats.infoMessages.size()) + (messages.empty() ? "\n" : ":\n") + messages;
  // The first section is the test case itself.
  for (std::size_t i = 1; i < sections.size(); ++i)
    text += (i == 1 ? "in section \"" : " / \"") + sections[i] + "\"" + (i + 1 == sections.size() ? "\n" : "");
  std::string at = place_of(result.getSourceInfo());
  if (!exercise && at.rfind(root, 0) == 0) at.erase(0, root.size());
  return text + "at " + at + "\n";
}

// The signal that Catch's handler names in its words.
int signal_in(const std::string& words) {
  const std::pair<const char*, int> known[] = {
      {"SIGSEGV", SIGSEGV}, {"SIGFPE", SIGFPE}, {"SIGILL", SIGILL}, {"SIGTERM", SIGTERM}, {"SIGINT", SIGINT}};
  for (const auto& [name, number] : known)
    if (words.rfind(name, 0) == 0) return number;
  return SIGABRT;
}

class Listener : public Base {
 public:
  explicit Listener(Given given) : Base(given) {}

  // Of several programs, one that comes to no test costs the others nothing: run.cpp tells of it.
  ~Listener() override {
    if (listens_ && !prefix.empty() && !asked_) tell_end(nullptr);
  }

  void testRunStarting(const Catch::TestRunInfo&) override {
    listens_ = proctor_speaks();
    if (!listens_) return;
    setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // a line at a time: a crash loses nothing of it
    tests_ = all_tests();
    choose();
  }

  // Catch leaves tests out by its command line alone. So the program ends, and starts anew with the names.
  void choose() {
    Tests mine, on_path, wanted;
    const std::set<std::string> found = found_by_ctest(tests_);
    std::size_t known = 0;
    for (const auto& each : Catch::getRegistryHub().getTestCaseRegistry().getAllTests()) {
      const Catch::TestCaseInfo& info = info_of(each);
      if (!(m_config->hasTestFilters() ? m_config->testSpec().matches(info) : !info.isHidden())) continue;
      mine.push_back(&tests_[key_of(info)]);
      if (!found.empty() && found.count(info.name) == 0) continue;
      ++known;
      if (path.empty() || fits_path(mine.back()->file)) on_path.push_back(mine.back());
    }
    for (std::size_t at = 0; at < on_path.size(); at += planned_at_once)
      plan(on_path.begin() + at, on_path.begin() + std::min(at + planned_at_once, on_path.size()), wanted);
    if (wanted.size() < known) std::ofstream(state + "/left-out");
    if (wanted.size() == mine.size() || std::ifstream(state + "/chosen")) return;
    std::ofstream chosen(state + "/chosen");
    for (const Test* test : wanted) chosen << quoted(test->name);
    tell_end(wanted.empty() ? "skipped" : nullptr);
    if (wanted.empty() && exercise) _exit(0);  // Catch's code would be another
    if (!wanted.empty()) choose_names(specs_of(*m_config, 0));
    throw std::runtime_error("proctor runs " + std::to_string(wanted.size()) + " of " + std::to_string(mine.size()) +
                             " test cases");
  }

  void testCaseStarting(const Catch::TestCaseInfo& info) override {
    if (!listens_) return;
    const Test& test = tests_[key_of(info)];
    failures_.clear();
    skipped_.clear();
    failed_ = line_ = 0;
    streams_.flush();
    if (!std::exchange(asked_, true)) first_comes();
    proctor_begin("ask"), put_test(test);
    const int answer = send();
    if (answer == PROCTOR_STOP) {
      tell_end("");
      throw std::runtime_error("proctor runs no other test case");
    }
    open_ = answer == PROCTOR_RUN ? test.id : "";
    began_ = std::chrono::steady_clock::now();
  }

  void sectionStarting(const Catch::SectionInfo& section) override { sections_.push_back(std::string(section.name)); }
  void sectionEnded(const Catch::SectionStats&) override { sections_.pop_back(); }

  void assertionStarting(const Catch::AssertionInfo&) override {}
  Interrupt assertionEnded(const Catch::AssertionStats& stats) override { return note(stats), Interrupt(); }

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    if (!open_.empty()) finish(stats.totals.testCases.allOk());
  }

  void testRunEnded(const Catch::TestRunStats&) override {
    // Catch calls this, too, when it gives up by an exception (two tests have the same name and tags).
    if (listens_ && std::uncaught_exceptions() == 0) tell_end(ran_ ? "" : "skipped");
  }

 private:
  void first_comes() {
    std::ofstream(state + "/started");
    const int err = std::atoi(setting("PROCTOR_CATCH_ERR").c_str());
    if (err == 0) return;
    std::cerr.flush();
    dup2(err, 2);
    close(err);
    std::cerr << std::ifstream(state + "/early").rdbuf();
    std::cerr.clear();  // nothing was to be copied
  }

  // A forked process that has fallen out of its test has nothing to say.
  int send() {
    if (!proctor_speaks()) _exit(0);
    return proctor_send();
  }

  void note(const Catch::AssertionStats& stats) {
    const Catch::AssertionResult& result = stats.assertionResult;
    // Catch's handler is in the midst of whatever went wrong. Nothing that it would still do is safe (the heap may be
    // broken, a lock held), so the program ends by that very signal.
    if (listens_ && result.getResultType() == Catch::ResultWas::FatalErrorCondition)
      streams_.die_by(signal_in(std::string(result.getMessage())));
    if (open_.empty()) return;
#if CATCH_VERSION_MAJOR > 3 || (CATCH_VERSION_MAJOR == 3 && CATCH_VERSION_MINOR > 2)
    if (result.getResultType() == Catch::ResultWas::ExplicitSkip)
      skipped_ = result.getMessage().empty() ? "The test was skipped." : std::string(result.getMessage());
#endif
    if (result.isOk() || ++failed_ > shown_failures) return;
    if (failed_ == 1) line_ = result.getSourceInfo().line;
    const std::string failure = describe(stats, sections_);
    failures_ += failure;
    proctor_begin("failed"), proctor_text("id", open_.c_str()), proctor_text("message", failure.c_str()), proctor_send();
  }

  void finish(bool good) {
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began_;
    if (most_seconds > 0 && took.count() > most_seconds * 1000) {
      good = false;
      failures_ += "\nFAILED:\n  it took longer than CTest's TIMEOUT for it\n";
    }
    if (failed_ > shown_failures) failures_ += "\n… and " + std::to_string(failed_ - shown_failures) + " more\n";
    if (!good && failures_.empty()) failures_ = "\nFAILED:\n  the test was expected to fail, and passed\n";
    const bool skipped = good && !skipped_.empty();
    // The skips of the test files are taken out of a submission: this one is the solution's own.
    const char* status = !good || (skipped && exercise) ? "fail" : skipped ? "skip" : "pass";
    ran_ = ran_ || !skipped || exercise;
    streams_.flush();
    proctor_begin("finish"), proctor_text("id", open_.c_str()), proctor_text("status", status);
    if (!good || skipped) proctor_text("message", (good ? skipped_ : failures_).c_str());
    if (!good && line_ > 0) proctor_number("line", static_cast<double>(line_));
    proctor_number("duration_ms", took.count());
    open_.clear();
    send();
  }

  // `how`: "skipped" where no test ran, or all were skipped: Catch's exit code isn't 0 then. Null: there is more to come.
  void tell_end(const char* how) {
    if (std::exchange(ended_, true)) return;
    if (how != nullptr) std::ofstream(state + "/ended") << how;
    proctor_begin("end"), proctor_send();
  }

  bool listens_ = false, asked_ = false, ran_ = false, ended_ = false;
  std::map<Key, Test> tests_;
  std::string open_;                   // the id of the test that runs and is told of
  std::string failures_, skipped_;     // its messages
  std::size_t failed_ = 0, line_ = 0;  // assertions, and the line of the first
  std::vector<std::string> sections_;
  std::chrono::steady_clock::time_point began_;
  Streams streams_;
};

CATCH_REGISTER_LISTENER(Listener)

}  // namespace
