#include "format/go_test_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMostPackages = 20'000;
constexpr std::size_t kMostLoose = 16U << 10U;

// "    x_test.go:12: words": the place, and where its words begin. Nothing if it is no line of the log.
struct LogLine {
  std::string_view file;
  int row = 0;
  std::size_t indent = 0;
};
std::optional<LogLine> log_line(std::string_view text) {
  const std::size_t indent = text.find_first_not_of(' ');
  if (indent == std::string_view::npos || indent < 4) return std::nullopt;
  const std::size_t go = text.find(".go:", indent);
  if (go == std::string_view::npos || text.substr(indent, go - indent).find_first_of(" \t") < go - indent)
    return std::nullopt;
  const int row = number_at(text, go + 4);
  const std::size_t at = text.find_first_not_of("0123456789", go + 4);
  if (row == 0 || at >= text.size() || text[at] != ':') return std::nullopt;
  return LogLine{text.substr(indent, go + 3 - indent), row, indent};
}

// What go itself writes around a test: no output of it.
bool is_frame(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.starts_with("=== RUN ") || text.starts_with("=== PAUSE ") || text.starts_with("=== CONT ") ||
         text.starts_with("=== NAME ") || text.starts_with("--- PASS: ") || text.starts_with("--- FAIL: ") ||
         text.starts_with("--- SKIP: ") || text.starts_with("--- BENCH: ");
}

bool closes(std::string_view text, std::string_view package) {
  for (const std::string_view word : {"ok  \t", "FAIL\t"}) {
    if (!text.starts_with(word)) continue;
    text.remove_prefix(word.size());
    return text.starts_with(package) &&
           (text.size() == package.size() || text.find_first_of("\t \n", package.size()) == package.size());
  }
  return false;
}

std::string_view without_newline(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// Of the tests that are open. Names of packages have dots, too.
std::string key_of(std::string_view package, std::string_view test) {
  return fmt::format("{}\x1f{}", package, test);
}

bool is_test_name(std::string_view text) {
  return (text.starts_with("Test") || text.starts_with("Fuzz") || text.starts_with("Example")) &&
         text.find_first_of(" \t:") == std::string_view::npos;
}

}  // namespace

void GoTestJsonReader::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](std::string_view text) { line(text); });
}

void GoTestJsonReader::line(std::string_view text) {
  text = without_newline(text);
  if (text.empty()) return;
  if (!text.starts_with('{')) return text_line(text);
  const auto parsed = parse_json(text);
  if (!parsed || !parsed->is_object())
    return problem(fmt::format("a line is no JSON: {}", text.substr(0, 100)));
  build_.clear();
  event(parsed->get_object());
}

// What the go command itself prints: words of the compiler below "# package", and packages that can't be
// built.
void GoTestJsonReader::text_line(std::string_view text) {
  if (text.starts_with("# ")) {
    build_ = std::string(text.substr(2));
    // "# [package]": what vet says of it.
    if (build_.starts_with('[') && build_.ends_with(']')) build_ = build_.substr(1, build_.size() - 2);
  }
  const std::size_t end = text.find_first_of(" \t", 5);
  if (text.starts_with("FAIL\t") && end != std::string_view::npos &&
      (text.ends_with("[build failed]") || text.ends_with("[setup failed]"))) {
    build_.clear();
    found_ = true;
    const std::string name(text.substr(5, end - 5));
    Package& package = packages_[name];
    package.unbuilt = true;
    return close(name, package, false);
  }
  if (build_.empty() || builds_.size() > kMostPackages) {
    if (loose_.size() + text.size() < kMostLoose) loose_.append(text).append("\n");
  } else {
    events_.append(builds_[build_], std::string(text) + '\n', kMostTextOfATest);
  }
}

void GoTestJsonReader::feed_stderr(std::string_view text) {
  for (const std::string_view each : split_lines(text)) {
    if (!trim(each).empty() && !each.starts_with('{')) text_line(each);
  }
  build_.clear();
}

void GoTestJsonReader::feed_plan(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> names;  // package and test
  std::size_t nameless = 0;
  for (std::string_view each : split_lines(text)) {
    std::string package;
    std::string word(each);
    if (each.starts_with('{')) {
      const auto parsed = parse_json(each);
      if (!parsed || !parsed->is_object()) continue;
      package = text_field(parsed->get_object(), "Package");
      word = text_field(parsed->get_object(), "Output");
      if (const json::value* test = parsed->get_object().if_contains("Test"); test != nullptr) continue;
    }
    word = std::string(without_newline(word));
    if (is_test_name(word)) {
      names.emplace_back(package, word);
    } else if (package.empty() && word.starts_with("ok  \t")) {
      // The names above it are this package's.
      const std::size_t end = word.find_first_of(" \t", 5);
      for (; nameless < names.size(); ++nameless)
        names[nameless].first = word.substr(5, std::min(end, word.size()) - 5);
    }
  }
  for (const auto& [package, name] : names) {
    if (TestEvent* test = events_.named(fmt::format("{}.{}", package, name))) {
      test->planned = true;
      test->suite = package;
      test->name = name;
    }
  }
  events_.tell_planned();
}

void GoTestJsonReader::event(const json::object& object) {
  const std::string action = text_field(object, "Action");
  const std::string name = text_field(object, "Package");
  if (action == "build-output") {
    found_ = true;
    if (builds_.size() < kMostPackages)
      events_.append(builds_[text_field(object, "ImportPath")], text_field(object, "Output"),
                     kMostTextOfATest);
    return;
  }
  static constexpr std::string_view kActions[] = {"start", "run",  "pause",  "cont", "pass",
                                                  "bench", "fail", "output", "skip", "attr"};
  if (std::find(std::begin(kActions), std::end(kActions), action) == std::end(kActions)) return;
  found_ = true;
  if (packages_.size() >= kMostPackages && !packages_.contains(name))
    return problem("it has too many packages");
  Package& package = packages_[name];
  const std::string test = text_field(object, "Test");
  const std::string key = key_of(name, test);
  const bool result = action == "pass" || action == "fail" || action == "skip";
  if (action == "output") {
    const std::string text = text_field(object, "Output");
    if (test.empty())
      print_package(package, name, text);
    else
      print(package, key, test, text);
  } else if (test.empty()) {
    if (!result) return;
    if (const std::string build = text_field(object, "FailedBuild"); !build.empty()) {
      package.unbuilt = true;
      if (const auto words = builds_.find(build); words != builds_.end() && !package.inside.empty())
        package.output += words->second;
      if (build_words(name) == nullptr && builds_.contains(build)) builds_[name] = builds_[build];
    }
    close(name, package, action != "fail");
  } else if (action == "run") {
    run(name, test);
  } else if (const auto open = open_.find(key); result && open != open_.end()) {
    // A package's last event carries the name of the test that it ended in.
    if (package.inside == test && open->second.verdict.empty()) return close(name, package, action == "pass");
    const json::value* seconds = object.if_contains("Elapsed");
    if (TestEvent* event = events_.find(open->second.event); seconds != nullptr && seconds->is_number())
      event->duration_ms = seconds->to_number<double>() * 1000;
    finish_test(package, key,
                action == "pass"   ? Status::pass
                : action == "skip" ? Status::skip
                                   : Status::fail);
  } else if (result && package.inside == test) {
    close(name, package, action == "pass");
  } else if (result) {
    problem(fmt::format("{} {} has two results, or one without having begun", name, test));
    if (TestEvent* event = events_.find(name + "." + test); event != nullptr && action == "fail")
      events_.late(*event, "");
  }
}

void GoTestJsonReader::run(const std::string& name, const std::string& test) {
  Package& package = packages_[name];
  package.tested = true;
  package.summed = false;
  const std::string id = name + "." + test;
  const std::string key = key_of(name, test);
  if (open_.contains(key)) return problem(fmt::format("{} {} began twice", name, test));
  TestEvent* event = events_.named(id);
  // It has run before: -count. The result that it had goes to a test of its own, so that the id stays free.
  for (int round = 2; event != nullptr && event->number != 0; ++round)
    event = events_.named(fmt::format("{} ({})", id, round));
  if (event == nullptr) return;
  event->suite = name;
  event->name = test;
  if (const std::size_t slash = test.find('/'); slash != std::string::npos)
    event->test = name + "." + test.substr(0, slash);
  events_.start(*event);
  ++package.open;
  open_[key].event = event->id;
  if (const std::size_t slash = test.rfind('/'); slash != std::string::npos) {
    if (const auto parent = open_.find(key_of(name, test.substr(0, slash))); parent != open_.end())
      parent->second.parts = true;
  }
}

void GoTestJsonReader::print(Package& package, const std::string& key, const std::string& name,
                             std::string_view text) {
  if (closes(text, std::string_view(key).substr(0, key.find('\x1f')))) {
    package.inside = name;
    return;
  }
  const auto found = open_.find(key);
  if (found == open_.end()) return;  // what came behind its end
  Open& test = found->second;
  for (const std::string_view word : {"PASS", "FAIL", "SKIP"}) {
    const std::string frame = fmt::format("--- {}: {} (", word, name);
    const std::size_t at = text.find(frame);
    if (at == std::string_view::npos || !text.ends_with(")\n")) continue;
    const bool at_begin = text.find_first_not_of(' ') == at;
    test.glued = !at_begin || (!test.line.empty() && !text.starts_with("---"));
    test.verdict = word;
    if (!test.line.empty()) printed(test, std::exchange(test.line, {}));
    if (!at_begin) printed(test, text.substr(0, at));
    return;
  }
  if (test.line.empty() && text.ends_with('\n')) return printed(test, text);
  if (test.line.size() < kMostTextOfATest) test.line += text;
  if (text.ends_with('\n')) printed(test, std::exchange(test.line, {}));
}

// One line of a test, or the rest of one.
void GoTestJsonReader::printed(Open& test, std::string_view text) {
  if (is_frame(text)) return;
  test.measured = test.measured || text.find(" ns/op") != std::string_view::npos;
  events_.append(test.raw, text, kMostTextOfATest);
  const auto log = log_line(text);
  if (log && test.row == 0) {
    test.file = std::string(log->file);
    test.row = log->row;
  }
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  test.in_message = log || (test.in_message && indent >= 8);
  if (test.in_message)
    events_.append(test.message, text.substr(std::min<std::size_t>(indent, 4)), kMostTextOfATest);
}

void GoTestJsonReader::print_package(Package& package, const std::string& name, std::string_view text) {
  if (text == "PASS\n" || text == "FAIL\n") package.summed = true;
  if (closes(text, name))
    package.unbuilt = text.ends_with("[build failed]\n") || text.ends_with("[setup failed]\n");
  events_.append(package.output, text, kMostTextOfATest);
}

void GoTestJsonReader::finish_test(Package& package, const std::string& key, Status status, std::string why) {
  const auto found = open_.find(key);
  Open test = std::move(found->second);
  open_.erase(found);
  --package.open;
  TestEvent* event = events_.find(test.event);
  if (event == nullptr) return;
  if (!test.line.empty()) printed(test, std::exchange(test.line, {}));
  if (status == Status::pass && test.verdict != "PASS" && !test.measured) {
    why = "It is said to have passed, and its own `--- PASS` line is missing: the program ended in it.\n";
    status = Status::error;
  }
  // Lines of the log are the message, and a panic is; what else was printed is output.
  if (status == Status::pass) {
    event->output = std::move(test.raw);
  } else {
    const std::size_t panic = test.raw.starts_with("panic: ") ? 0 : test.raw.find("\npanic: ");
    if (panic != std::string::npos) {
      test.message += test.raw.substr(panic == 0 ? 0 : panic + 1);
      test.raw.resize(panic == 0 ? 0 : panic + 1);
    }
    bool in_message = false;
    for (const std::string_view each : split_lines(test.raw)) {
      in_message = log_line(each) || (in_message && each.starts_with("        "));
      if (!in_message) event->output.append(each).append("\n");
    }
    if (!test.raw.ends_with('\n') && !event->output.empty()) event->output.pop_back();
    event->message = why + std::string(without_newline(test.message));
    if (test.row > 0) event->line = test.row;
    if (test.row > 0) event->file = test.file;
  }
  if (!groups_ && test.part_failed && event->message.empty() && status == Status::fail)
    event->message = "One of its sub-tests failed.";
  const bool bad = status == Status::fail || status == Status::error;
  package.failing = package.failing || bad;
  if (const std::size_t slash = key.rfind('/');
      bad && slash != std::string::npos && slash > key.find('\x1f')) {
    if (const auto parent = open_.find(std::string_view(key).substr(0, slash)); parent != open_.end())
      parent->second.part_failed = true;
  }
  const bool own =
      status == Status::error || (status == Status::fail && (!test.part_failed || !event->message.empty()));
  if (groups_ && test.parts && !own && status != Status::skip)
    events_.finish(*event, std::nullopt);
  else
    events_.finish(*event, status);
}

void GoTestJsonReader::close(const std::string& name, Package& package, bool passed) {
  if (package.closed && package.tested) problem(name + " has two ends");
  package.closed = true;
  package.passed = passed;
  if (package.unbuilt) return;  // its words may still come
  settle(name, package);
  package.tested = package.summed = false;
}

const std::string* GoTestJsonReader::build_words(const std::string& package) const {
  const auto at = builds_.lower_bound(package);
  const bool its = at != builds_.end() && (at->first == package || at->first.starts_with(package + " ["));
  return its ? &at->second : nullptr;
}

// The package is over: what has become of its tests, and of itself?
void GoTestJsonReader::settle(const std::string& name, Package& package) {
  const bool proper = package.closed && package.inside.empty() && (package.summed || !package.tested);
  const std::string begin = key_of(name, "");
  for (auto each = open_.lower_bound(begin);
       package.open > 0 && each != open_.end() && each->first.starts_with(begin);) {
    const std::string key = each->first;
    const Open& test = (each++)->second;
    // Go before 1.20 doesn't see the line behind a text without its end (golang/go#38063); benchmarks have
    // none.
    const bool passed =
        proper && ((test.glued && test.verdict == "PASS") || (package.passed && test.measured));
    if (passed) {
      finish_test(package, key, Status::pass);
    } else if (proper && test.glued) {
      finish_test(package, key, test.verdict == "FAIL" ? Status::fail : Status::skip);
    } else {
      problem(fmt::format("{} began and has no result", test.event));
      TestEvent* event = events_.find(test.event);
      finish_test(package, key, Status::error, std::string(kNoResult));
      if (event != nullptr) event->cut = true;
    }
  }
  if (package.unbuilt) {
    const std::string* words = build_words(name);
    std::string text = words != nullptr         ? *words
                       : package.output.empty() ? "It can't be built."
                                                : package.output;
    if (package.output.empty() && words == nullptr && !loose_.empty()) text = loose_;
    whole(name, "[build failed]", Status::error, text);
    return events_.error(name + " can't be built:\n" + text, {});
  }
  if (!proper) {
    const std::string where = package.inside.empty() ? "" : ", inside of " + package.inside;
    problem(fmt::format("{} ended early{}", name, where));
    whole(name, "[ended early]", Status::error,
          fmt::format("The test program ended early{}: tests may not have run.\n{}", where, package.output));
    return;
  }
  if (!package.passed && !package.failing)
    whole(name, "[failed]", Status::error,
          "The package failed, and none of its tests did.\n" + package.output);
}

void GoTestJsonReader::end() {
  if (const std::string rest = lines_.take_rest(); !rest.empty()) line(rest);
  if (lines_.too_long() > 0) problem("a line is too long to be read");
  for (auto& [name, package] : packages_) {
    if (!package.closed || package.unbuilt) settle(name, package);
  }
  if (packages_.empty() && !loose_.empty()) events_.error(loose_, {});
}

}  // namespace proctor::format
