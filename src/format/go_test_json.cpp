#include "format/go_test_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

constexpr std::string_view kRaceEdge = "==================\n";  // above and below what the race detector says

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

// Where a line of the log stands behind something that a test printed without its end; 0: nowhere.
std::size_t glued_log(std::string_view text) {
  constexpr int kMostTries = 8;
  std::size_t at = text.find(".go:");
  for (int tries = 0; at != std::string_view::npos && tries < kMostTries;
       at = text.find(".go:", at + 1), ++tries) {
    const std::size_t blank = text.rfind(' ', at);
    if (blank == std::string_view::npos || blank < 4) continue;
    if (text.find_first_not_of(' ') < blank && text.substr(blank - 3, 4) == "    " &&
        log_line(text.substr(blank - 3)))
      return blank - 3;
  }
  return 0;
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

void GoTestJsonReader::event(const json::object& object) {
  const std::string action = text_field(object, "Action");
  const std::string name = text_field(object, "Package");
  if (action == "build-output") {
    found_ = true;
    if (builds_.size() < kMostGoPackages)
      events_.append(builds_[text_field(object, "ImportPath")], text_field(object, "Output"),
                     kMostTextOfATest);
    return;
  }
  static constexpr std::string_view kActions[] = {"start", "run",  "pause",  "cont", "pass",
                                                  "bench", "fail", "output", "skip", "attr"};
  if (std::find(std::begin(kActions), std::end(kActions), action) == std::end(kActions)) return;
  found_ = true;
  if (packages_.size() >= kMostGoPackages && !packages_.contains(name))
    return problem("it has too many packages");
  Package& package = packages_[name];
  const std::string test = text_field(object, "Test");
  const std::string key = key_of(name, test);
  const bool result = action == "pass" || action == "fail" || action == "skip";
  if (!result) package.inside.clear();  // what looked like the end of the package wasn't
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
  } else if (action == "cont") {
    const auto paused = open_.find(key);
    TestEvent* event = paused == open_.end() ? nullptr : events_.find(paused->second.event);
    if (event != nullptr) event->begun = std::chrono::steady_clock::now();
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
    if (TestEvent* event = events_.find(id_of(package, name, test)); event != nullptr && action == "fail")
      events_.late(*event, "");
  }
}

void GoTestJsonReader::run(const std::string& name, const std::string& test) {
  Package& package = packages_[name];
  package.tested = true;
  package.summed = false;
  const std::string id = id_of(package, name, test);
  const std::string key = key_of(name, test);
  if (open_.contains(key)) return problem(fmt::format("{} {} began twice", name, test));
  TestEvent* event = events_.named(id);
  // It has run before: -count. The result that it had goes to a test of its own, so that the id stays free.
  for (int round = 2; event != nullptr && event->number != 0; ++round)
    event = events_.named(fmt::format("{} ({})", id, round));
  if (event == nullptr) return;
  this->name(*event, package, name, test);
  if (test.find('/') == std::string::npos) finish_glued(name, package);
  events_.start(*event);
  ++package.open;
  open_[key].event = event->id;
  if (Open* parent = around(key); parent != nullptr) {
    parent->parts = true;
    if (!parent->line.empty()) printed(package, *parent, std::exchange(parent->line, {}));
  }
  package.unseen.clear();
}

void GoTestJsonReader::print(Package& package, const std::string& key, const std::string& name,
                             std::string_view text) {
  if (closes(text, std::string_view(key).substr(0, key.find('\x1f')))) {
    package.inside = name;
    return;
  }
  const std::string package_name = key.substr(0, key.find('\x1f'));
  const auto found = open_.find(key);
  if (told_beside(package, package_name, text)) {
    if (package.code) package.inside = name;  // the program ended in it
    // It begins with a line feed, in case that the test has written none.
    if (found != open_.end() && found->second.output.ends_with('\n')) found->second.output.pop_back();
    return;
  }
  if (found == open_.end()) return;  // what came behind its end
  Open& test = found->second;
  // Go before 1.20 doesn't see that a part begins behind a text without its end.
  if (const std::size_t at = text.find("=== RUN   " + name + '/');
      at != std::string::npos && at > 0 && text.ends_with('\n')) {
    const std::string part(without_newline(text.substr(at + 10)));
    printed(package, test, text.substr(0, at));
    run(package_name, part);
    package.unseen = key_of(package_name, part);
    return;
  }
  for (const std::string_view word : {"PASS", "FAIL", "SKIP"}) {
    const std::string frame = fmt::format("--- {}: {} (", word, name);
    const std::size_t at = text.find(frame);
    if (at == std::string_view::npos || !text.ends_with(")\n")) continue;
    const bool at_begin = text.find_first_not_of(' ') == at;
    test.glued = !at_begin || (!test.line.empty() && !text.starts_with("---"));
    package.unseen.clear();
    test.verdict = word;
    test.closing = text.substr(at);
    if (!test.line.empty()) printed(package, test, std::exchange(test.line, {}));
    if (!at_begin) printed(package, test, text.substr(0, at));
    return;
  }
  // What it prints then is told of the test around it.
  const auto unseen = package.unseen.starts_with(key + '/') ? open_.find(package.unseen) : open_.end();
  Open& into = unseen == open_.end() ? test : unseen->second;
  if (into.line.empty() && text.ends_with('\n')) return printed(package, into, text);
  if (into.line.size() < kMostTextOfATest) into.line += text;
  if (text.ends_with('\n')) printed(package, into, std::exchange(into.line, {}));
}

// One line of a test, or the rest of one.
void GoTestJsonReader::printed(const Package& package, Open& test, std::string_view text) {
  if (is_frame(text)) return;
  if (const std::size_t at = test.in_message || log_line(text) ? 0 : glued_log(text); at > 0) {
    printed(package, test, text.substr(0, at));
    return printed(package, test, text.substr(at));
  }
  test.measured = test.measured || text.find(" ns/op") != std::string_view::npos;
  events_.append(test.raw, text, kMostTextOfATest);
  const auto log = log_line(text);
  const bool fails = log && !package.logs.contains(fmt::format("{}:{}", log->file, log->row));
  if (log && (test.row == 0 || (fails && !test.failing))) {
    test.file = std::string(log->file);
    test.row = log->row;
  }
  test.failing = test.failing || fails;
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  test.in_message = log || (test.in_message && indent >= 8);
  if (text.starts_with("panic: ")) test.panic = std::min(test.panic, test.output.size());
  const bool edge = text == kRaceEdge;
  test.in_race = test.in_race || edge;
  // Of an example: behind its result stands how its output differs.
  test.compares = test.compares || (!test.verdict.empty() && text == "got:\n");
  if (test.in_message || test.in_race || test.compares)
    events_.append(test.message, text.substr(verbose_ ? 0 : std::min<std::size_t>(indent, 4)),
                   kMostTextOfATest);
  else {
    const std::size_t whole = test.output.size() + text.size();
    events_.append(test.output, text, kMostTextOfATest);
    // What is left out of the middle stands before a panic, which is the last thing that a test prints.
    if (test.panic != std::string::npos)
      test.panic -= std::min(test.panic, whole - std::min(whole, test.output.size()));
  }
  if (edge && test.race_begun) test.in_race = false;
  test.race_begun = test.in_race;
}

void GoTestJsonReader::print_package(Package& package, const std::string& name, std::string_view text) {
  if (told_beside(package, name, text)) return;
  if (text == "PASS\n" || text == "FAIL\n") {
    package.summed = true;
    if (verbose_) return;
  }
  if (closes(text, name)) {
    package.unbuilt = text.ends_with("[build failed]\n") || text.ends_with("[setup failed]\n");
    if (verbose_) return;
  }
  events_.append(package.output, text, kMostTextOfATest);
}

void GoTestJsonReader::finish_test(Package& package, const std::string& key, Status status, std::string why) {
  const auto found = open_.find(key);
  Open test = std::move(found->second);
  open_.erase(found);
  --package.open;
  TestEvent* event = events_.find(test.event);
  if (event == nullptr) return;
  if (!test.line.empty()) printed(package, test, std::exchange(test.line, {}));
  if (status == Status::pass && test.verdict != "PASS" && !test.measured) {
    why = "It is said to have passed, and its own `--- PASS` line is missing: the program ended in it.\n";
    status = Status::error;
  }
  // Lines of the log are the message, and a panic is; what else was printed is output.
  std::string panic;
  if (status != Status::pass && test.panic < test.output.size()) {
    panic = std::string(without_newline(std::string_view(test.output).substr(test.panic))) + '\n';
    test.output.resize(test.panic);
  }
  const bool bad = status == Status::fail || status == Status::error;
  const bool words = !test.message.empty() || !panic.empty();
  const bool own = status == Status::error ||
                   (status == Status::fail && (!test.part_failed || test.failing || !panic.empty()));
  const bool group = groups_ && test.parts && !own && status != Status::skip;
  if (verbose_ && why.empty()) {
    event->output = std::move(test.output);
    if (!group || words)
      event->message = as_go_writes(test.message + (group ? "" : test.closing) + panic, key);
  } else if (status == Status::pass || group) {
    event->output = std::move(test.raw);
  } else {
    event->output = std::move(test.output);
    event->message = why + std::string(without_newline(test.message + panic));
    if (test.part_failed && !words) event->message = "One of its sub-tests failed.";
  }
  if (status != Status::pass && !group) locate(*event, test.file, test.row, panic);
  package.failing = package.failing || bad;
  if (Open* parent = around(key); bad && parent != nullptr) parent->part_failed = true;
  // A panic ends the program. It is seen in the test itself, or in the one around it.
  if (status == Status::fail && !panic.empty()) {
    const bool itself =
        panic.find(fmt::format(".{}(", key.substr(key.find('\x1f') + 1))) != std::string::npos;
    const bool in_part = !itself && package.failed.starts_with(event->id + '/');
    package.crashed = in_part ? package.failed : event->id;
    package.said = (in_part ? package.logged : test.message) + panic;
  } else if (bad) {
    package.failed = event->id;
    package.logged = test.message;
  }
  if (group)
    events_.finish(*event, std::nullopt);
  else
    events_.finish(*event, status, why == kNoResult);
}

void GoTestJsonReader::close(const std::string& name, Package& package, bool passed) {
  if (package.closed && package.tested) problem(name + " has two ends");
  package.closed = true;
  package.passed = passed;
  if (package.unbuilt) return;  // its words may still come
  settle(name, package);
  package.tested = package.summed = false;
}

// The package is over: what has become of its tests, and of itself?
void GoTestJsonReader::settle(const std::string& name, Package& package) {
  const bool proper = package.closed && package.inside.empty() && (package.summed || !package.tested);
  if (proper) finish_glued(name, package);
  const bool panicked = !proper && blame_panic(package);
  bool cut = false;
  const std::string begin = key_of(name, "");
  for (auto each = open_.lower_bound(begin);
       package.open > 0 && each != open_.end() && each->first.starts_with(begin);) {
    const std::string key = each->first;
    const Open& test = (each++)->second;
    if (package.passed && proper && test.measured) {  // benchmarks have no end
      finish_test(package, key, Status::pass);
      continue;
    }
    problem(fmt::format("{} began and has no result", test.event));
    TestEvent* event = events_.find(test.event);
    finish_test(package, key, Status::error, std::string(kNoResult));
    if (event == nullptr) continue;
    cut = true;
    event->exit_code = package.code ? package.code : package.passed ? std::optional(0) : std::nullopt;
  }
  const std::string shown = package.place.value_or(".") == "." ? name : *package.place;
  if (package.unbuilt) {
    const std::string* words = build_words(name);
    std::string text = words != nullptr         ? *words
                       : package.output.empty() ? "It can't be built."
                                                : package.output;
    if (package.output.empty() && words == nullptr && !loose_.empty()) text = loose_;
    if (!verbose_) whole(shown, "[build failed]", Status::error, text);
    const bool named = text.find(name) != std::string::npos;
    return events_.error(named ? text : name + " can't be built:\n" + text, {});
  }
  if (!proper) {
    const std::string where = package.inside.empty() ? "" : ", inside of " + package.inside;
    problem(fmt::format("{} ended early{}", name, where));
    // With one of ours the test that is cut short says it all.
    if (groups_ && (cut || panicked)) return;
    return failed(package, shown, "[ended early]",
                  fmt::format("The test program ended early{}: tests may not have run.\n", where));
  }
  if (!package.passed && !package.failing)
    failed(package, shown, "[failed]", "The package failed, and none of its tests did.\n");
  if (package.passed && package.planned > 0 && !package.tested)
    events_.warning(fmt::format("{} passed without running any of its tests: {}", name, package.output));
}

void GoTestJsonReader::end() {
  if (const std::string rest = lines_.take_rest(); !rest.empty()) line(rest);
  if (lines_.too_long() > 0) problem("a line is too long to be read");
  for (auto& [name, package] : packages_) {
    if (!package.closed || package.unbuilt) settle(name, package);
  }
  if (const std::string why = why_none(); groups_ && !why.empty())
    return events_.error(why, {.none_there = true});
  if (packages_.empty() && !loose_.empty()) events_.error(loose_, {});
  warn_of_untested();
  warn_of_modules();
}

}  // namespace proctor::format
