#include "format/bats_stream.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <re2/re2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/head_and_tail.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "format/digits.hpp"
#include "format/reader.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kLargestOutput = 256U << 20U;  // of a file with what a test has printed
constexpr std::string_view kShellEnded =
    "The test ended the whole program: its shell ended before bats had a result.";

// The name that a string in a test file stands for.
std::string name_of(std::string_view written) {
  const char quote = written.size() > 1 && written.front() == written.back() ? written.front() : ' ';
  if (quote != '"' && quote != '\'') return std::string(written);
  written = written.substr(1, written.size() - 2);
  std::string name;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const bool escapes = quote == '"' && written[i] == '\\' && i + 1 < written.size() &&
                         std::string_view("\"\\$`").find(written[i + 1]) != std::string_view::npos;
    if (escapes) ++i;
    name += written[i];
  }
  return name;
}

bool is_computed(std::string_view written) {
  static const RE2 escape(R"(\\.)");
  static const RE2 expansion(R"(\$[A-Za-z0-9_@*#?$!({-]|`)");
  std::string text(written);
  RE2::GlobalReplace(&text, escape, "");
  return !written.starts_with('\'') && RE2::PartialMatch(text, expansion);
}

// "not ok 3 setup_file failed"
struct Point {
  bool ok = false;
  std::size_t number = 0;
  std::string_view rest{};
};
std::optional<Point> point_of(std::string_view text) {
  Point point{.ok = !text.starts_with("not ")};
  if (!point.ok) text.remove_prefix(4);
  if (!text.starts_with("ok ") || number_at(text, 3) <= 0) return std::nullopt;
  point.number = static_cast<std::size_t>(number_at(text, 3));
  const std::size_t blank = text.find(' ', 3);
  point.rest = blank == std::string_view::npos ? "" : text.substr(blank + 1);
  return point;
}

// What stands behind a test's name: " in 12ms", " # skip why", " # timeout after 3s".
struct Rest {
  std::optional<double> duration_ms{};
  bool skipped = false;
  std::string reason{};
};
std::optional<Rest> rest_of(std::string_view text) {
  static const RE2 pattern(R"((?: in (\d+)ms)?(?: # (skip|timeout) ?(.*))?)");
  std::string ms;
  std::string word;
  Rest rest;
  if (!RE2::FullMatch({text.data(), text.size()}, pattern, &ms, &word, &rest.reason)) return std::nullopt;
  if (!ms.empty()) rest.duration_ms = number_of(ms);
  rest.skipped = word == "skip";
  if (word == "timeout") rest.reason = "timeout " + rest.reason;
  return rest;
}

}  // namespace

bool BatsStream::is_begun_by(std::string_view line) {
  return line.starts_with("suite /") || line.starts_with("# bats warning: ") ||
         (line.starts_with("begin ") && number_at(line, 6) > 0);
}

std::optional<Location> BatsStream::place_in(std::string_view message) {
  static const RE2 pattern(R"(in test file (.*), line (\d+)\))");
  Location place;
  int line = 0;
  if (!RE2::PartialMatch({message.data(), message.size()}, pattern, &place.file, &line)) return std::nullopt;
  place.line = line;
  return place;
}

void BatsStream::line(std::string_view text) {
  if (text.starts_with("begin ") && number_at(text, 6) > 0) {
    const auto number = static_cast<std::size_t>(number_at(text, 6));
    if (is_open() && number == number_) return;  // it is tried again
    if (!is_open() || number > number_) {
      const std::size_t blank = text.find(' ', 6);
      return begin(number, blank == std::string_view::npos ? "" : text.substr(blank + 1));
    }
  }
  if (result(text)) return;
  if (is_open()) return events_.append(current_->output, std::string(text) + '\n', kMostTextOfATest);
  if (text.starts_with("suite /")) {
    close();
    file_ = std::string(text.substr(6));
  } else if (text.starts_with("plan ") && !plan_) {
    planned(text.substr(5));
  } else if (text.starts_with("1..") && text.find_first_not_of("0123456789", 3) == std::string_view::npos) {
    plan(static_cast<std::size_t>(std::max(0, number_at(text, 3))));
  } else if (text.starts_with("# Received SIGINT")) {
    is_explained_ = is_explained_ || has_failed_;  // it was stopped at its first failure
  } else if (text.starts_with("# bats warning: ")) {
    // Which tests weren't run is told by name.
    if (!text.starts_with("# bats warning: Executed ")) events_.warning(std::string(text.substr(2)));
  } else if (text.starts_with('#') && (current_ != nullptr || !hook_.empty())) {
    say(text.substr(std::min<std::size_t>(text.starts_with("# ") ? 2 : 1, text.size())));
  } else if (!text.empty() && pending_.size() < kMostTextOfATest) {
    pending_ += std::string(text) + '\n';
  }
}

// It may have been told of before, when bats was asked which tests there are. Names are there only once.
void BatsStream::planned(std::string_view written) {
  const std::string name = name_of(written);
  TestEvent* test = events_.named(file_ + "::" + name);
  if (test == nullptr || test->planned) return;
  test->name = name;
  test->suite = test->file = file_;
  test->planned = is_ours_ = true;
  planned_[file_].push_back(
      {.written = std::string(written), .name = name, .computed = is_computed(written)});
}

void BatsStream::plan(std::size_t count) {
  close_document();
  plan_ = count;
  ++documents_;
  events_.tell_planned();
}

// The name in its file that a test has which bats calls like this. Bats runs the tests of a file in their
// order.
TestEvent* BatsStream::test(std::size_t number, std::string_view name) {
  auto& planned = planned_[file_];
  const auto is_it = [&](const Planned& one) { return !one.taken && one.name == name; };
  auto found = std::find_if(planned.begin(), planned.end(), is_it);
  if (found == planned.end())
    found = std::find_if(planned.begin(), planned.end(),
                         [](const Planned& one) { return !one.taken && one.computed; });
  const bool known = found != planned.end();
  const std::string id = file_ + "::" + (known ? found->name : std::string(name));
  TestEvent* test = events_.named(id);
  for (int round = 2; test != nullptr && test->number != 0; ++round)
    test = events_.named(fmt::format("{} ({})", id, round));
  if (test == nullptr) return nullptr;
  number_ = number;
  test->name = known ? found->name : std::string(name);
  if (known) found->taken = true;
  if (known && found->computed) {
    test->shown = std::string(name);
    test->test = file_ + "::" + found->written;
  }
  test->suite = test->file = file_;
  return test;
}

void BatsStream::begin(std::size_t number, std::string_view name) {
  close();
  says_begin_ = true;
  current_ = test(number, name);
  if (current_ == nullptr) return;
  current_->output = std::exchange(pending_, {});
  events_.start(*current_);
}

// Whether the line is a result, or says that something has failed which is no test.
bool BatsStream::result(std::string_view text) {
  const auto point = point_of(text);
  if (!point) return false;
  const bool is_current = current_ != nullptr && hook_.empty() && point->number == number_;
  std::string_view name = is_current ? std::string_view(current_->shown) : "";
  if (is_current && name.empty()) name = current_->name;
  if (is_current && point->rest.starts_with(name)) {
    const auto rest = rest_of(point->rest.substr(name.size()));
    // Run by us, bats says how long each test took.
    if (!rest || (is_ours_ && says_begin_ && !rest->duration_ms)) return false;
    const Status status = !point->ok ? Status::fail : rest->skipped ? Status::skip : Status::pass;
    if (!current_->open()) {
      problem_(fmt::format("test {} ({}) has two results", number_, name));
      if (status == Status::fail) events_.late(*current_, "Its second result: not ok");
      return true;
    }
    current_->duration_ms = rest->duration_ms;
    message_ = point->ok ? rest->reason : rest->reason.empty() ? "" : rest->reason + '\n';
    if (point->ok) current_->message = std::exchange(message_, {});
    has_failed_ = has_failed_ || status == Status::fail;
    ++results_;
    events_.finish(*current_, status);
    return true;
  }
  if (is_open()) return false;
  close();
  static const RE2 hooks(

      "(setup_file|teardown_file|source|unknown internal) failed|(setup|teardown)_suite|bats-gather-tests");
  if (!point->ok && RE2::FullMatch({point->rest.data(), point->rest.size()}, hooks)) {
    hook(point->rest);
  } else if (!says_begin_ && is_ours_) {
    // A bats that doesn't say what begins.
    static const RE2 time(R"(^(.*?)((?: in \d+ms)?(?: # (?:skip|timeout).*)?)$)");
    std::string called;
    RE2::FullMatch({point->rest.data(), point->rest.size()}, time, &called);
    current_ = test(point->number, called);
    if (current_ == nullptr) return true;
    current_->output = std::exchange(pending_, {});
    events_.start(*current_);
    return result(text);
  } else {
    problem_(fmt::format("test {} ({}) has a result and never began", point->number, point->rest));
    if (!point->ok) hook(point->rest);
  }
  return true;
}

void BatsStream::hook(std::string_view name) {
  hook_ = std::string(name);
  has_failed_ = true;
}

// What stands behind a result: of a failure it is bats' message, with what the test printed.
void BatsStream::say(std::string_view text) {
  const std::string more = std::string(text) + '\n';
  if (hook_.empty() && current_->status != Status::fail) {
    events_.append(current_->output, more, kMostTextOfATest);
  } else {
    append_cut(message_, more, kMostTextOfATest);
  }
}

// Bats has put it there when the next test begins. The code under test may have put a link or a pipe there.
void BatsStream::add_printed() {
  const std::string name = fmt::format("{}-{}.log", number_, current_->name);
  const std::filesystem::path place = beside_ / fmt::format("outputs-{}", documents_);
  if (beside_.empty() || name.find('/') != std::string::npos) return;
  const UniqueFd directory(open(place.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  const UniqueFd file(openat(directory.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat state {};
  if (fstat(file.get(), &state) != 0 || !S_ISREG(state.st_mode)) return;
  std::string piece(kMostTextOfATest, '\0');
  std::size_t all = 0;
  for (ssize_t size = 1; size > 0 && all < kLargestOutput; all += piece.size()) {
    size = read(file.get(), piece.data(), piece.size());
    events_.append(current_->output, piece.substr(0, static_cast<std::size_t>(std::max<ssize_t>(size, 0))),
                   kMostTextOfATest);
  }
}

// Nothing more comes of the test, or of the hook, that came last.
void BatsStream::close() {
  std::string words = std::exchange(message_, {});
  if (!hook_.empty()) return close_hook(words);
  if (current_ == nullptr) return;
  if (current_->open()) {
    words = kShellEnded;
    has_failed_ = true;
    ++results_;
    events_.finish(*current_, Status::fail);
  }
  if (const auto place = place_in(words)) current_->line = place->line;
  current_->message = events_.bounded(words + current_->message);
  if (current_->status != Status::fail) add_printed();
  current_ = nullptr;
}

void BatsStream::close_hook(const std::string& words) {
  const std::string name = std::exchange(hook_, {});
  const auto place = place_in(words);
  const std::string file = place ? place->file : file_;
  current_ = nullptr;
  if (name == "teardown_file failed") {
    whole(file_, "[teardown_file]", words);
  } else if (name == "teardown_suite") {
    whole(file, "[teardown_suite]", words);
  } else if (name == "setup_file failed" && words.find("`setup_file'") != std::string::npos) {
    unprepared(words);
  } else {
    // The file can't be loaded, or setup_suite has failed.
    is_explained_ = true;
    std::string error = name == "setup_file failed" ? name + '\n' + words : words;
    const std::string_view stem = std::string_view(file_).substr(file_.rfind('/') + 1);
    if (planned_.size() > 1 && name != "setup_suite" && words.find(stem) == std::string::npos)
      error = file_ + ":\n" + error;
    // bats 1.10 says only on standard error why.
    (words.empty() ? unsaid_ : error_) += error + '\n';
    if (name != "setup_suite") whole(file_, "[not loaded]", words);
  }
}

// setup_file failed, without which no test of the file can be run.
void BatsStream::unprepared(const std::string& words) {
  is_explained_ = true;
  bool told = false;
  for (const Planned& one : planned_[file_]) {
    if (one.taken) continue;
    TestEvent* event = test(number_, one.name);
    if (event == nullptr) return;
    event->message = events_.bounded(words);
    told = events_.start(*event) && events_.finish(*event, Status::error);
    ++results_;
  }
  if (!told) whole(file_, "[setup_file]", words);
}

TestEvent* BatsStream::whole(const std::string& file, const std::string& name, const std::string& words) {
  TestEvent* part = events_.named(file + "::" + name);
  if (part == nullptr || !events_.start(*part)) return nullptr;
  part->suite = part->file = file;
  part->name = name;
  part->whole = true;
  part->message = events_.bounded(words);
  events_.finish(*part, Status::error);
  return part;
}

void BatsStream::close_document() {
  close();
  if (plan_ && results_ != *plan_ && !(is_explained_ && results_ < *plan_))
    problem_(fmt::format("it planned {} tests, and {} have a result", *plan_, results_));
  results_ = number_ = 0;
  plan_.reset();
  is_explained_ = false;
}

// A test that is open stays so: its run has ended.
// "BW01: …" and the lines below it, which say where: bats prints them behind all tests.
void BatsStream::tell_warnings(std::string_view errors) {
  std::string warning;
  for (const std::string_view each : split_lines(errors)) {
    const bool begins = each.starts_with("BW") && each.find(": ") == 4;
    const bool continues = !warning.empty() && each.starts_with("  ");
    if (!continues && !warning.empty()) events_.warning("bats warning: " + std::exchange(warning, {}));
    if (begins || continues) warning += (warning.empty() ? "" : "\n") + std::string(each);
  }
  if (!warning.empty()) events_.warning("bats warning: " + warning);
}

void BatsStream::end(std::string_view errors) {
  if (is_open())
    return problem_(fmt::format("it planned {} tests, and {} have a result", plan_.value_or(0), results_));
  if (!plan_ && !has_failed_ && error_.empty() && unsaid_.empty()) {
    if (says_begin_ || !is_ours_) return problem_("it has no plan: it is cut off, or ended early");
    // It says on standard error why: two tests of one name, say.
    unsaid_ = "bats ended before the first test.\n\n";
  }
  close_document();
  tell_warnings(errors);
  if (!unsaid_.empty()) error_ += unsaid_ + std::string(errors);
  if (!error_.empty()) events_.error(std::string(trim(error_)), {});
}

}  // namespace proctor::format
