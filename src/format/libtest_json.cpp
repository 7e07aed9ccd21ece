#include "format/libtest_json.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMostWords = 256U << 10U;

// "thread 'x' panicked at src/lib.rs:8:44:" names the place.
void locate(TestEvent& test, std::string_view text) {
  const std::size_t at = text.find("panicked at ");
  if (at == std::string_view::npos) return;
  std::string_view place = text.substr(at + 12);
  place = place.substr(0, place.find('\n'));
  // Before Rust 1.73: "panicked at 'words', src/lib.rs:8:44".
  if (const std::size_t comma = place.rfind("', "); comma != std::string_view::npos)
    place.remove_prefix(comma + 3);
  const std::size_t colon = place.find(".rs:");
  if (colon == std::string_view::npos) return;
  const int line = number_at(place, colon + 4);
  if (line == 0) return;
  test.place = std::string(place.substr(0, colon + 3));
  test.line = line;
}

bool names_program(std::string_view text) {
  return text.starts_with("Running ") || text.starts_with("Doc-tests ");
}

}  // namespace

void LibtestJsonReader::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](std::string_view text) { line(text); });
}

void LibtestJsonReader::line(std::string_view text) {
  if (!trim(text).starts_with('{')) {
    if (!open_ || names_program(trim(text))) return text_line(text);
    // While a program runs, a line belongs to the test under way, if only one is.
    if (events_.open() == 1 && last_->open() && !text.empty())
      events_.append(last_->output, std::string(text) + '\n', kMostTextOfATest);
    return;
  }
  const auto parsed = parse_json(text);
  // Tests may print anything with --nocapture; a line of libtest's own that is cut is missed elsewhere.
  if (!parsed || !parsed->is_object()) {
    if (text.find("\"type\"") < 4) problem(fmt::format("a line is no JSON: {}", text.substr(0, 100)));
    return;
  }
  const json::object& object = parsed->get_object();
  const std::string type = text_field(object, "type");
  const std::string event = text_field(object, "event");
  if (type == "suite") suite_event(object, event);
  if (type == "test") test_event(object, event);
  if (type == "bench") {
    if (TestEvent* one = test(text_field(object, "name"), object); one != nullptr && !one->status) {
      result(*one, Status::pass);
      ++told_;
    }
  }
  // cargo test --message-format json
  if (const json::value* message = object.if_contains("message");
      text_field(object, "reason") == "compiler-message" && message != nullptr && message->is_object() &&
      text_field(message->get_object(), "level") == "error") {
    cannot_build_ = true;
    events_.append(compiler_, text_field(message->get_object(), "rendered"), kMostWords);
  }
}

void LibtestJsonReader::text_line(std::string_view text) {
  if (const std::string_view words = trim(text); names_program(words)) {
    close();
    named_ = program_of(words);
    testing_ = words.starts_with("Running ");
    return;
  }
  const bool is_cargos = text.starts_with("error: could not compile");
  const bool begins =
      text.starts_with("error[") || is_cargos ||
      (text.starts_with("error: ") && !text.starts_with("error: test failed") &&
       !text.starts_with("error: doctest failed") && text.find(" failed:") == std::string_view::npos);
  // Tests may run a compiler themselves, and what that says is no news of the project's own sources. cargo
  // compiles everything before the first test program runs, and documentation behind the last.
  if (begins && (is_cargos || !testing_)) cannot_build_ = true;
  if (begins || !compiler_.empty()) events_.append(compiler_, std::string(text) + '\n', kMostWords);
}

void LibtestJsonReader::feed_stderr(std::string_view text) {
  testing_ = false;
  for (const std::string_view each : split_lines(text)) {
    const std::string_view words = trim(each);
    if (names_program(words)) {
      told_of_.push_back(program_of(words));
      testing_ = words.starts_with("Running ");
    } else {
      text_line(each);
    }
  }
}

// "Running unittests src/lib.rs (target/debug/deps/x-0123)", "Running tests/it.rs (…)", "Doc-tests x".
LibtestJsonReader::Program LibtestJsonReader::program_of(std::string_view text) {
  const std::string_view path = text.substr(0, text.find(" ("));
  if (text.starts_with("Doc-tests ")) return {std::string(path), ""};
  std::string file(path.substr(8));
  if (file.starts_with("unittests")) file.erase(0, std::min<std::size_t>(file.size(), 10));
  std::string_view crate = text.substr(text.rfind('/') + 1);
  crate = crate.substr(0, crate.rfind('-'));
  if (crate.empty() || path == text) return {file, file};
  const bool plain = file.empty() || file == "src/lib.rs" || file.starts_with("tests/");
  return {plain ? std::string(crate) : fmt::format("{} {}", crate, file), file};
}

void LibtestJsonReader::feed_plan(std::string_view text) {
  std::size_t program = 1;
  const auto next = [&] {
    programs_.resize(program);
    programs_[program++ - 1] = std::exchange(named_, {});
  };
  const auto add = [&](const std::string& name, const json::object& place = {}) {
    if (TestEvent* one = named(program, name, place)) one->planned = true;
  };
  for (const std::string_view each : split_lines(text)) {
    if (each.starts_with('{')) {
      const auto parsed = parse_json(each);
      if (!parsed || !parsed->is_object()) continue;
      const std::string event = text_field(parsed->get_object(), "event");
      if (event == "discovered") add(text_field(parsed->get_object(), "name"), parsed->get_object());
      if (event == "completed") next();
    } else if (each.ends_with(": test")) {
      add(std::string(each.substr(0, each.size() - 6)));
    } else if (each.ends_with(" benchmarks") || each.ends_with(" benchmark")) {
      next();
    } else if (names_program(trim(each))) {
      named_ = program_of(trim(each));
    }
  }
  planned_programs_ = program - 1;
  named_ = {};
  name_programs();
  events_.tell_planned();
}

void LibtestJsonReader::suite_event(const json::object& object, const std::string& event) {
  if (event == "started") {
    close();
    found_ = open_ = testing_ = true;
    ++program_;
    if (!named_.name.empty()) {
      programs_.resize(std::max(programs_.size(), program_));
      programs_[program_ - 1] = std::exchange(named_, {});
    }
    wanted_.reset();
    if (object.contains("test_count")) wanted_ = count_field(object, "test_count");
    told_ = passed_ = failed_ = ignored_ = 0;
  } else if (event == "ok" || event == "failed") {
    if (!open_) return problem("a test program ends that hasn't begun");
    open_ = false;
    const std::size_t passed = count_field(object, "passed"), failed = count_field(object, "failed"),
                      ignored = count_field(object, "ignored"),
                      all = passed + failed + ignored + count_field(object, "measured");
    if (told_ != all || told_ != wanted_.value_or(all) || passed != passed_ || failed != failed_ ||
        ignored != ignored_)
      problem(fmt::format("test program {} says that it has {} tests, {} with results, and {} are there",
                          program_, wanted_.value_or(all), all, told_));
    if (event == "failed" && failed_ == 0)
      problem(fmt::format("test program {} says that it failed, and none of its tests did", program_));
  }
}

// Of all tests that stand in a program whose name is known by now.
void LibtestJsonReader::name_programs() {
  for (std::size_t i = 0; i < events_.tests().size(); ++i) {
    TestEvent& one = events_.at(i);
    const auto number = static_cast<std::size_t>(std::max(number_at(one.id, 0), 0));
    const Program program = number == 0 || number > programs_.size() ? Program() : programs_[number - 1];
    if (one.whole || (program.name.empty() && !one.suite.empty())) continue;
    one.suite = program.name;
    // "src/lib.rs - add (line 1)"
    const std::size_t dash = program.file.empty() ? one.name.find(" - ") : std::string::npos;
    one.file = dash == std::string::npos ? program.file : one.name.substr(0, dash);
    if (program.name.empty()) one.file = one.place;
    if (one.place == one.file) one.place.clear();
  }
}

TestEvent* LibtestJsonReader::named(std::size_t program, const std::string& name, const json::object& place) {
  const std::string file = text_field(place, "file");
  if (name.empty()) return nullptr;
  TestEvent* one = events_.named(fmt::format("{}:{}{}{}", program, file, file.empty() ? "" : ":", name));
  if (one == nullptr) return nullptr;
  one->name = name;
  if (file.empty()) return one;
  one->suite = one->file = file;
  if (const std::size_t line = count_field(place, "line"); line > 0 && line < 1U << 30U)
    one->line = static_cast<int>(line);
  return one;
}

TestEvent* LibtestJsonReader::test(const std::string& name, const json::object& place) {
  if (program_ == 0) program_ = 1;
  return named(program_, name, place);
}

void LibtestJsonReader::test_event(const json::object& object, const std::string& event) {
  const std::string name = text_field(object, "name");
  if (event == "timeout" || event == "discovered") return;
  found_ = true;
  TestEvent* one = test(name, object);
  if (one == nullptr) return;
  last_ = one;
  if (event == "started") {
    if (!events_.start(*one)) problem(name + " began twice");
    return;
  }
  const Status status = event == "ok" ? Status::pass : event == "ignored" ? Status::skip : Status::fail;
  if (one->number == 0) events_.start(*one);
  if (!one->open()) {
    problem(name + " has two results");
    if (status == Status::fail) events_.late(*one, text_field(object, "stdout"));
    return;
  }
  const std::string printed = text_field(object, "stdout");
  const std::string message = text_field(object, "message");
  if (const json::value* seconds = object.if_contains("exec_time");
      seconds != nullptr && seconds->is_number())
    one->duration_ms = seconds->to_number<double>() * 1000;
  // From the panic on it is the message.
  std::size_t panic = status == Status::fail ? printed.find("\nthread '") : std::string::npos;
  if (status == Status::fail && printed.starts_with("thread '")) panic = 0;
  if (panic == std::string::npos) panic = printed.size();
  events_.append(one->output, std::string_view(printed).substr(0, panic), kMostTextOfATest);
  events_.append(one->message, message, kMostTextOfATest);
  if (!one->message.empty() && panic < printed.size()) one->message += '\n';
  events_.append(one->message, trim(std::string_view(printed).substr(panic)), kMostTextOfATest);
  if (status == Status::fail) locate(*one, printed);
  events_.finish(*one, status);
  ++told_;
  passed_ += status == Status::pass ? 1 : 0;
  failed_ += status == Status::fail ? 1 : 0;
  ignored_ += status == Status::skip ? 1 : 0;
}

// A program that never told its end: process::exit(), a signal, or the report is cut off.
void LibtestJsonReader::close() {
  if (!open_) return;
  open_ = false;
  early_.push_back({program_, told_, wanted_});
}

void LibtestJsonReader::end() {
  if (const std::string rest = lines_.take_rest(); !rest.empty()) line(rest);
  if (lines_.too_long() > 0) problem("a line is too long to be read");
  close();
  // Programs without a report among them can't be told apart from those that have one.
  if (programs_.empty() && told_of_.size() == program_) programs_ = told_of_;
  name_programs();
  for (const Early& early : early_) {
    const bool known = early.program <= programs_.size() && !programs_[early.program - 1].name.empty();
    std::string name =
        known ? programs_[early.program - 1].name : fmt::format("test program {}", early.program);
    std::string told = std::to_string(early.told);
    if (early.wanted) {
      told += fmt::format(" of its {}", *early.wanted);
    } else {
      if (events_.open() > 0) continue;  // the test that is open has ended it
      name = "the run";
    }
    const std::string words = fmt::format("{} ended early: {} tests have a result", name, told);
    problem(words);
    whole(known ? name : "", "[ended early]", Status::error, words);
  }
  if (!cannot_build_) compiler_.clear();
  if (planned_programs_ > program_ && compiler_.empty())
    problem(fmt::format("{} of {} test programs were run", program_, planned_programs_));
  if (!compiler_.empty()) {
    whole("", "[build failed]", Status::error, compiler_);
    events_.error(compiler_, {});
  }
}

}  // namespace proctor::format
