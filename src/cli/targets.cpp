#include "cli/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "base/files.hpp"
#include "framework/find_project.hpp"
#include "framework/forge_filters.hpp"
#include "framework/recognise.hpp"
#include "request/request.hpp"

namespace proctor::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestSource = 1U << 20U;

struct Target {
  fs::path path{};     // absolute
  std::string test{};  // behind "::"
  int line = 0;        // behind ":"; 0: none
};

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

Result<Target> read_word(const std::string& word) {
  Target target;
  std::error_code error;
  const auto take = [&](std::string_view path) {
    target.path = fs::weakly_canonical(fs::absolute(path, error), error);
    return !path.empty() && !error && is_there(target.path);
  };
  if (take(word)) return target;
  // Names of tests may have anything in them, so the file is the shortest beginning that is one.
  for (std::size_t at = word.find("::"); at != std::string::npos; at = word.find("::", at + 2)) {
    if (!take(word.substr(0, at)) || !fs::is_regular_file(target.path, error)) continue;
    target.test = word.substr(at + 2);
    if (target.test.empty()) return invalid_field("path", word + " names no test behind its ::");
    return target;
  }
  const std::size_t colon = word.rfind(':');
  if (colon != std::string::npos && colon + 1 < word.size() && take(word.substr(0, colon))) {
    const char* end = word.data() + word.size();
    const auto [behind, failed] = std::from_chars(word.data() + colon + 1, end, target.line);
    if (failed == std::errc() && behind == end && target.line > 0 && fs::is_regular_file(target.path, error))
      return target;
  }
  return invalid_field("path",
                       fmt::format("{} isn't there: name a project, a directory, a file, FILE::TEST or "
                                   "FILE:LINE. A test by its name alone: --only NAME",
                                   word));
}

// FILE::SUITE::NAME, of which the parts are as `--only` takes them.
TestId id_of(const std::string& file, const std::string& test) {
  auto id = parse_test_id(file + "::" + test);
  return id ? *id : TestId{file, test, ""};
}

std::string suggestion(const source::Found& found) {
  std::string lines;
  for (const source::FoundTest& test : found.tests) {
    if (lines.size() > 200) return lines + ", …";
    lines += fmt::format("{}{} {}", lines.empty() ? "" : ", ", test.first_line, test.name);
  }
  return lines.empty() ? "no tests are seen in it" : "its tests begin at " + lines;
}

Result<TestId> test_at(const Target& target, const std::string& file,
                       const std::vector<framework::Definition>& definitions, const std::string& framework,
                       const fs::path& project) {
  const framework::Definition* chosen = nullptr;
  for (const framework::Definition* one : framework::recognised(definitions, project)) {
    if (chosen == nullptr && (framework.empty() || one->name == framework)) chosen = one;
  }
  if (chosen == nullptr || chosen->source.query.empty()) {
    return invalid_field(
        "path", fmt::format("{}:{}: {} doesn't say where tests stand in a file; name the test: {}::TEST",
                            file, target.line, chosen == nullptr ? "no framework" : chosen->title, file));
  }
  const auto text = read_file(target.path, kLargestSource);
  if (!text) return tl::unexpected(text.error());
  const auto found = source::find_tests(framework::test_rules(chosen->source), *text);
  if (!found) return tl::unexpected(found.error());
  const source::FoundTest* best = nullptr;
  for (const source::FoundTest& test : found->tests) {
    if (target.line < test.first_line || target.line > test.last_line) continue;
    if (best == nullptr || test.last_line - test.first_line < best->last_line - best->first_line)
      best = &test;
  }
  if (best == nullptr) {
    return invalid_field(
        "path", fmt::format("{}:{}: no test stands at this line; {}", file, target.line, suggestion(*found)));
  }
  std::string suite;
  for (const std::string& group : best->groups)
    suite += (suite.empty() ? "" : chosen->source.separator) + group;
  if (suite.empty()) return TestId{file, best->name, ""};
  return TestId{file, suite, best->name};
}

}  // namespace

Result<Targets> find_targets(const std::vector<std::string>& words,
                             const std::vector<framework::Definition>& definitions,
                             const std::string& framework) {
  std::vector<framework::Definition> known;
  for (const framework::Definition& one : definitions) {
    if (framework.empty() || one.name == framework) known.push_back(one);
  }
  std::error_code error;
  const fs::path here = fs::canonical(fs::current_path(error), error);
  Targets targets;
  std::vector<Target> named;
  for (const std::string& word : words) {
    auto target = read_word(word);
    if (!target) return tl::unexpected(target.error());
    named.push_back(std::move(*target));
  }
  if (named.empty()) named.push_back({here});
  std::optional<fs::path> project;
  for (const Target& target : named) {
    const bool directory = fs::is_directory(target.path, error);
    const fs::path from = directory ? target.path : target.path.parent_path();
    auto around = framework::project_around(known, from);
    // A hint alone says little: then the project is where the person stands, if that is one.
    if (around && framework::likeness(known, *around) == framework::Likeness::hint && !directory &&
        (from == here || from.string().starts_with(here.string() + '/')) &&
        framework::tests_lie_in(known, here, from))
      around = here;
    // Whoever names a directory and its framework knows what it is.
    if (!around || (directory && !words.empty() && !framework.empty()))
      around = directory ? target.path : here;
    if (project && *project != *around) {
      return invalid_field("path", fmt::format("{} and {} are two projects: test one after the other",
                                               project->string(), around->string()));
    }
    project = around;
  }
  bool all = false;
  for (const Target& target : named) {
    if (target.path == *project) {
      all = true;
      continue;
    }
    const std::string file = target.path.lexically_relative(*project);
    if (!target.test.empty()) {
      targets.only.push_back(id_of(file, target.test));
    } else if (target.line > 0) {
      auto test = test_at(target, file, known, framework, *project);
      if (!test) return tl::unexpected(test.error());
      targets.only.push_back(std::move(*test));
    } else if (!fs::is_directory(target.path, error)) {
      targets.paths.push_back(framework::exact_glob(file));
    } else if (!words.empty() || framework::likeness(known, target.path) != framework::Likeness::none) {
      targets.paths.push_back(framework::exact_glob(file) + "/**");
    }
  }
  // Files of a project that is named itself add nothing to it.
  if (all) targets.paths.clear();
  if (!targets.only.empty() && (all || !targets.paths.empty()))
    return invalid_field("path", "single tests and whole files can't be mixed: name the files, or the tests");
  const Target& first = named.front();
  targets.from = named.size() > 1                      ? *project
                 : fs::is_directory(first.path, error) ? first.path
                                                       : first.path.parent_path();
  const std::string relative = project->lexically_relative(here);
  targets.project = relative.starts_with("..") ? project->string() : relative;
  return targets;
}

}  // namespace proctor::cli
