// What proctor's own runs of `go test` tell beside the events, and what is made of it (go_test_json.hpp).
#include <fmt/format.h>

#include "base/text.hpp"
#include "format/digits.hpp"
#include "format/go_test_json.hpp"

namespace proctor::format {

bool GoTestJsonReader::told_beside(Package& package, const std::string& name, std::string_view text) {
  constexpr std::string_view kPlace = "=== PLACE  ", kPlan = "=== PLAN   ", kLogs = "=== LOGS   ",
                             kEnded = "=== ENDED  ";
  if (!text.starts_with("=== ")) return false;
  const std::string_view rest = trim(text.substr(std::min(text.size(), kPlace.size())));
  if (text.starts_with(kPlace) && !package.tested) {
    package.place = rest;
    return true;
  }
  if (!package.place) return false;
  if (text.starts_with(kPlan) && !package.tested) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const std::string test(rest.substr(0, space));
    TestEvent* event = events_.named(id_of(package, name, test));
    if (event == nullptr) return true;
    event->planned = true;
    ++package.planned;
    this->name(*event, package, name, test);
    if (const std::size_t colon = rest.rfind(':'); colon != std::string_view::npos && colon > space) {
      const std::string directory = *package.place == "." ? "" : *package.place + '/';
      event->file = directory + std::string(rest.substr(space + 1, colon - space - 1));
      event->line = number_at(rest, colon + 1);
    }
    events_.tell_planned();
  } else if (text.starts_with(kLogs) && !package.tested) {
    package.logs.emplace(rest);
  } else if (text.starts_with(kEnded)) {
    package.code = number_at(rest, 0);
  } else {
    return false;
  }
  return true;
}

// "dir.TestA/part" where the directory was told, "package.TestA/part" otherwise.
std::string GoTestJsonReader::id_of(const Package& package, const std::string& name,
                                    const std::string& test) const {
  if (!package.place) return name + '.' + test;
  return *package.place == "." ? test : *package.place + '.' + test;
}

void GoTestJsonReader::name(TestEvent& event, const Package& package, const std::string& name,
                            const std::string& test) {
  event.suite = name;
  event.name = test;
  const std::string whole = id_of(package, name, test.substr(0, test.find('/')));
  if (test.find('/') != std::string::npos) event.test = whole;
  if (!package.place) return;
  // A part stands in the tests around it.
  const std::string id = id_of(package, name, test);
  const std::size_t slash = test.find('/') == std::string::npos ? std::string::npos : id.rfind('/');
  event.suite = slash == std::string::npos ? "" : id.substr(0, slash);
  event.name = slash == std::string::npos ? id : id.substr(slash + 1);
  if (const TestEvent* top = events_.find(whole); top != nullptr && top != &event) {
    event.file = top->file;
    event.line = top->line;
  }
}

// The innermost test around a part that is under way; null: none. Names of parts may have slashes, too.
GoTestJsonReader::Open* GoTestJsonReader::around(std::string_view key) {
  const std::size_t begin = key.find('\x1f');
  for (std::size_t slash = key.rfind('/'); slash != std::string_view::npos && slash > begin;
       slash = key.rfind('/', slash - 1)) {
    if (const auto found = open_.find(key.substr(0, slash)); found != open_.end()) return &found->second;
  }
  return nullptr;
}

// Go before 1.20 doesn't see the line behind a text without its end (golang/go#38063).
void GoTestJsonReader::finish_glued(const std::string& name, Package& package) {
  const std::string begin = key_of(name, "");
  for (auto each = open_.lower_bound(begin); each != open_.end() && each->first.starts_with(begin);) {
    const std::string key = each->first;
    const std::string verdict = each->second.verdict;
    if (!(each++)->second.glued || verdict.empty()) continue;
    finish_test(package, key,
                verdict == "PASS"   ? Status::pass
                : verdict == "FAIL" ? Status::fail
                                    : Status::skip);
  }
}

// The program ended by a panic of a test's own: that test, and those around it, were cut short. Whether there
// was one.
bool GoTestJsonReader::blame_panic(Package& package) {
  TestEvent* culprit = events_.find(package.crashed);
  if (culprit == nullptr) return false;
  culprit->message = package.said.substr(0, package.said.size() - (package.said.ends_with('\n') ? 1 : 0));
  locate(*culprit, "", 0, package.said);
  for (std::string id = package.crashed; !id.empty();
       id.resize(id.find('/') == std::string::npos ? 0 : id.rfind('/'))) {
    TestEvent* event = events_.find(id);
    if (event == nullptr) continue;
    event->cut = true;
    event->exit_code = package.code;
  }
  return true;
}

// The package has failed, and no test of it explains that. A learning site shows it as it shows what can't be
// built.
void GoTestJsonReader::failed(const Package& package, const std::string& name, const std::string& as,
                              std::string_view why) {
  if (!verbose_) {
    whole(name, as, Status::error, std::string(why) + package.output);
  } else {
    events_.error(package.output.empty() ? std::string(why) : package.output,
                  {.behind_tests = package.tested});
  }
}

// What `go test -v` writes of a test, each line with an empty one before it, as learning sites show it.
std::string GoTestJsonReader::as_go_writes(const std::string& log, const std::string& key) {
  std::string text = "=== RUN   " + key.substr(key.find('\x1f') + 1) + '\n' + log;
  replace_all(text, "\n", "\n\n");
  text.pop_back();
  return '\n' + text;
}

// Where it failed, if that is in its own file, or in the only one that is known: by its log, or by a frame of
// the panic.
void GoTestJsonReader::locate(TestEvent& event, const std::string& file, int row, const std::string& panic) {
  const std::string own = event.file.substr(event.file.rfind('/') + 1);
  if (row > 0 && (own.empty() || own == file)) event.line = row;
  if (row > 0 && own.empty()) event.file = file;
  const std::size_t frame = own.empty() ? std::string::npos : panic.find('/' + own + ':');
  if (frame != std::string::npos) event.line = number_at(panic, frame + own.size() + 2);
}

std::string GoTestJsonReader::key_of(std::string_view package, std::string_view test) {
  return fmt::format("{}\x1f{}", package, test);
}

}  // namespace proctor::format
