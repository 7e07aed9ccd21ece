#include "framework/native_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/files.hpp"
#include "base/head_and_tail.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostErrors = 256U << 10U;
constexpr std::uint64_t kLargestReport = 128U << 20U;
constexpr std::size_t kMostFiles = 10'000;

std::string below(const std::string& path, const fs::path& root) {
  const std::string begin = root.string() + '/';
  if (path.starts_with("./")) return path.substr(2);
  return path.starts_with(begin) ? path.substr(begin.size()) : path;
}

}  // namespace

NativeReport::NativeReport(const Definition& definition, const Places& places, bool exercise,
                           format::TestEvents::Listener listener, bool some)
    : definition_(definition),
      root_(places.root),
      exercise_(exercise),
      reader_(format::make_reader(definition.format, {.listener = std::move(listener),
                                                      .groups = true,
                                                      .beside = places.private_,
                                                      .verbose = exercise,
                                                      .some = some})) {
  for (const auto& [begin, place] :
       {std::pair("file:{private}/", places.private_), {"file:{root}/", places.root}}) {
    if (!definition.results.starts_with(begin)) continue;
    directory_ = place;
    glob_ = definition.results.substr(std::string_view(begin).size());
  }
  if (!directory_.empty()) before_ = result_files();
}

// The code under test may have put anything there: links and pipes are none.
NativeReport::States NativeReport::result_files() const {
  States files;
  glob_walk(directory_, glob_, [&files](const fs::path& file) {
    std::error_code error;
    if (files.size() >= kMostFiles || !fs::is_regular_file(fs::symlink_status(file, error))) return true;
    const auto time = fs::last_write_time(file, error);
    const auto size = fs::file_size(file, error);
    if (!error) files[file] = {time, size};
    return true;
  });
  return files;
}

void NativeReport::feed(Stream stream, std::string_view bytes) {
  if (stream == Stream::err)
    append_cut(errors_, bytes, kMostErrors);
  else if (directory_.empty())
    reader_->feed(bytes);
}

void NativeReport::finish(bool exited, bool complete, const Tests& wanted) {
  if (directory_.empty()) {
    reader_->feed_stderr(errors_);
    reader_->finish();
    take(*reader_);
  } else {
    read_files();
  }
  bool missing = false;
  // Of an exercise nobody asks which tests there are: the report itself may say it before them.
  Tests announced;
  for (const format::TestEvent& test : reader_->events().tests())
    if (exercise_ && wanted.empty() && test.planned && test.number == 0) announced.push_back(seen(test));
  for (const format::TestEvent& test : announced.empty() ? wanted : announced) {
    const format::TestEvent* known = told_.find(test.id);
    missing = missing || known == nullptr || known->number == 0;
    if (known != nullptr) continue;
    format::TestEvent copy = test;
    told_.adopt(copy);
  }
  finished_ = true;
  // (Why some can't be run, the tool may have said.)
  missing = missing && complete && told_.error().empty();
  if (exited && found_ && told_.open() == 0 && !missing) told_.end();
}

void NativeReport::read_files() {
  for (const auto& [file, state] : result_files()) {
    const auto old = before_.find(file);
    if (old != before_.end() && old->second == state) continue;
    const auto text = read_file(file, kLargestReport);
    if (!text) {
      problems_.push_back(text.error().message);
      continue;
    }
    const auto reader =
        format::make_reader(definition_.format, {.listener = {}, .groups = true, .verbose = exercise_});
    reader->feed(*text);
    reader->finish();
    take(*reader);
  }
}

// Tests that only the plan has told of are left to those that are wanted, or announced.
void NativeReport::take(const format::ReportReader& reader) {
  found_ = found_ || reader.found();
  std::map<std::string_view, std::string> ids;
  std::uint64_t number = 0;
  std::size_t finished = 0;
  for (const format::TestEvent& test : told_.tests()) {
    number = std::max(number, test.number);
    finished = std::max(finished, test.finished);
  }
  bool cut = false;
  for (const format::TestEvent& test : reader.events().tests()) {
    if (test.number == 0 && (listed_ || exercise_)) continue;
    if (exercise_ && test.whole && test.name == "[not loaded]") continue;  // the error says it
    format::TestEvent copy = seen(test);
    for (int round = 2; told_.find(copy.id) != nullptr; ++round)
      copy.id = fmt::format("{} ({})", seen(test).id, round);
    ids.emplace(test.id, copy.id);
    const auto source = ids.find(test.test);
    copy.test = source == ids.end() ? below(test.test, root_) : source->second;
    if (copy.number != 0) copy.number += number;
    if (definition_.errors_fail && test.status == Status::error && !test.whole) copy.status = Status::fail;
    if (test.cut) {
      copy.status.reset();
      copy.group = false;
      copy.failed =
          copy.message.substr(copy.message.starts_with(format::kNoResult) ? format::kNoResult.size() : 0);
      copy.message.clear();
    }
    copy.finished = copy.status || copy.group ? copy.finished + finished : 0;
    cut = cut || copy.open();
    told_.adopt(copy);
  }
  const format::TestEvents& events = reader.events();
  for (const std::string& warning : events.warnings()) told_.warning(warning);
  if (!events.error().empty())
    told_.error(events.error(), {.unavailable = events.unavailable(),
                                 .bad_settings = events.bad_settings(),
                                 .none_there = events.none_there(),
                                 .behind_tests = events.behind_tests()});
  if (!cut) problems_.insert(problems_.end(), reader.problems().begin(), reader.problems().end());
}

// As it is seen from the project, under the id that it has in every run.
format::TestEvent NativeReport::seen(format::TestEvent test) const {
  test.file = below(test.file, root_);
  test.place = below(test.place, root_);
  test.suite = below(test.suite, root_);
  if (test.name.empty()) test.name = test.id;
  const bool alone = test.suite.empty() || (exercise_ && !definition_.exercise.suites);
  test.id = alone ? test.name : test.suite + definition_.source.separator + test.name;
  if (exercise_ && !definition_.exercise.suites) test.suite = "";
  return test;
}

Tests NativeReport::listed() const {
  Tests tests;
  for (const format::TestEvent& test : (plan_ ? plan_ : reader_)->events().tests())
    if (test.number == 0) tests.push_back(seen(test));  // what went wrong meanwhile is no test
  return tests;
}

}  // namespace proctor::framework
