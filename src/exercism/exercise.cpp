#include "exercism/exercise.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <set>
#include <utility>

#include "base/exception.hpp"
#include "base/files.hpp"
#include "exercism/settings.hpp"
#include "exercism/test_list.hpp"
#include "exercism/translate.hpp"
#include "framework/placeholders.hpp"
#include "run/containment.hpp"
#include "run/run.hpp"

namespace proctor::exercism {
namespace fs = std::filesystem;
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using framework::Definition;

constexpr milliseconds kGrace{200};  // whoever doesn't end by then is killed: a site waits
constexpr milliseconds kLeastTime{500};

class Timer {
 public:
  explicit Timer(std::vector<Phase>& phases) : phases_(phases) {}
  void end_of(std::string phase) {
    const auto now = Clock::now();
    phases_.push_back({std::move(phase), std::chrono::duration_cast<milliseconds>(now - begin_)});
    begin_ = now;
  }

 private:
  std::vector<Phase>& phases_;
  Clock::time_point begin_ = Clock::now();
};

// Relative to the root, sorted.
std::vector<std::string> matching_files(const fs::path& root, const std::string& glob) {
  std::vector<std::string> files;
  framework::glob_walk(root, glob, [&](const fs::path& file) {
    std::error_code error;
    if (fs::is_regular_file(file, error)) files.push_back(file.lexically_relative(root).string());
    return true;
  });
  std::sort(files.begin(), files.end());
  return files;
}

// What config.json calls a test may be data that the tests read: it's only to be there.
std::vector<std::string> configured_tests(const Definition::Exercise& exercise, const Settings& settings) {
  if (!exercise.config_tests) return {};
  std::vector<std::string> files = settings.tests;
  if (exercise.config_names.empty()) return files;
  std::erase_if(files, [&](const std::string& file) {
    return std::none_of(exercise.config_names.begin(), exercise.config_names.end(), [&](const auto& glob) {
      return framework::glob_matches(glob, fs::path(file).filename().string());
    });
  });
  return files;
}

// As config.json says, else as the track has it.
std::vector<std::string> find_tests(const Definition& definition, const Settings& settings,
                                    const Assignment& assignment) {
  if (auto files = configured_tests(definition.exercise, settings); !files.empty()) return files;
  for (const std::string& pattern : definition.exercise.tests) {
    auto files = matching_files(assignment.in, framework::fill_slug(pattern, assignment.slug));
    if (!files.empty()) return files;
  }
  // The test files of another exercise's name are tests, too.
  std::set<std::string> files;
  for (const std::string& glob : definition.source.files) {
    for (std::string& file : matching_files(assignment.in, glob)) files.insert(std::move(file));
  }
  return {files.begin(), files.end()};
}

// Test files that config.json names and that aren't there: nothing says that what they would check is right.
// A helper that is missing, which isn't called as the track's tests are, the others will miss if they need
// it.
std::string missing_tests(const Definition& definition, const Settings& settings) {
  std::string names;
  const auto& patterns = definition.exercise.tests;
  for (const std::string& file : settings.missing) {
    const std::string name = fs::path(file).filename().string();
    const bool is_test = std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
      return framework::glob_matches(framework::fill_slug(pattern, "*"), name);
    });
    if (is_test && name.find_first_of("*?[{") == std::string::npos)
      names += (names.empty() ? "" : ", ") + file;
  }
  return names;
}

std::string wanted_tests(const Definition& definition, const std::string& slug) {
  std::string names;
  for (const std::string& pattern : definition.exercise.tests)
    names += (names.empty() ? "" : " or ") + framework::fill_slug(pattern, slug);
  return names;
}

Config exercise_config(const Config& config, Clock::time_point begin) {
  Config changed = config;
  const auto used = std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
  changed.limits.timeout = std::max(kLeastTime, config.exercise.timeout - config.exercise.reserve - used);
  changed.limits.grace = std::min(config.limits.grace, kGrace);
  if (!changed.limits.memory) changed.limits.memory = config.exercise.memory;
  if (!changed.limits.output_limit) changed.limits.output_limit = std::uint64_t{1} << 30U;
  return changed;
}

// Faults that aren't the student's.
bool is_ours(const Error& error) {
  switch (error.code) {
    case ErrorCode::tool_not_found:
    case ErrorCode::sandbox_unavailable:
    case ErrorCode::resources_exhausted:
    case ErrorCode::invalid_request:
    case ErrorCode::internal_error:
    case ErrorCode::test_cancelled:
      return true;
    default:
      return false;
  }
}

// Why the answer says nothing about the submission; nothing if it does. What was used up around proctor is no
// fault of the tests that failed meanwhile either.
std::optional<Error> fault_of_ours(const Answer& answer) {
  const bool nothing = !answer.report || count(answer.report->suites).total() == 0;
  const bool ours = answer.error && (answer.error->code == ErrorCode::resources_exhausted ||
                                     (nothing && is_ours(*answer.error)));
  return ours ? answer.error : std::nullopt;
}

// The warnings may say why: of what was prepared and isn't used, say.
Error explained(Error error, const std::optional<Report>& report) {
  if (!report) return error;
  for (const std::string& warning : report->warnings) error.message += '\n' + warning;
  return error;
}

Result<void> write_results(const fs::path& out, const Results& results) {
  std::error_code error;
  fs::create_directories(out, error);
  if (error) return fail_system(out.string(), error.value(), ErrorCode::invalid_request);
  return write_file(out / "results.json", to_json(results), 0644);
}

bool has_named_tests(const Definition& definition, const Assignment& assignment) {
  const auto& patterns = definition.exercise.tests;
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return !matching_files(assignment.in, framework::fill_slug(pattern, assignment.slug)).empty();
  });
}

bool are_called_as_tests(const Definition& definition, const std::vector<std::string>& files) {
  const auto& globs = definition.source.files;
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
      return framework::glob_matches(glob, fs::path(file).filename().string());
    });
  });
}

// Whether one of the files is of the language that the track's tests are written in.
bool are_of_its_language(const Definition& definition, const std::vector<std::string>& files) {
  std::set<std::string> endings;
  for (const std::string& glob : definition.source.files) endings.insert(fs::path(glob).extension().string());
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    const std::string ending = fs::path(file).extension().string();
    return !ending.empty() && endings.contains(ending);
  });
}

}  // namespace

Result<const Definition*> find_track(const std::vector<Definition>& definitions, const Assignment& assignment,
                                     const std::vector<std::string>& test_files) {
  std::string names;
  std::vector<const Definition*> tracks;
  for (const Definition& definition : definitions) {
    const auto& track = definition.exercise.track;
    if (track.empty()) continue;
    if (!assignment.track.empty() && (track == assignment.track || definition.name == assignment.track))
      return &definition;
    tracks.push_back(&definition);
    names += (names.empty() ? "" : ", ") + track;
  }
  if (assignment.track.empty()) {
    const std::array<std::function<bool(const Definition&)>, 5> signs{
        // The surest first: a stray file of another language doesn't make an exercise of that.
        [&](const Definition& track) { return are_called_as_tests(track, test_files); },
        [&](const Definition& track) { return has_named_tests(track, assignment); },
        [&](const Definition& track) { return are_of_its_language(track, test_files); },
        [&](const Definition& track) { return !find_tests(track, {}, assignment).empty(); },
        // Without any test file: what is missing can be said only if it's known what was to be there.
        [&](const Definition& track) {
          return are_of_its_language(track, matching_files(assignment.in, "*"));
        }};
    for (const auto& says_so : signs) {
      const auto found =
          std::find_if(tracks.begin(), tracks.end(), [&](const auto* track) { return says_so(*track); });
      if (found != tracks.end()) return *found;
    }
  }
  if (!assignment.track.empty())
    return fail(ErrorCode::invalid_request,
                fmt::format("There is no track {}; there are: {}.", assignment.track, names),
                {{"field", "track"}});
  return fail(ErrorCode::invalid_request,
              fmt::format("Whose track {} is can't be told from its files: name it with --track ({}).",
                          assignment.in.string(), names),
              {{"field", "track"}});
}

Result<void> remove_old_results(const fs::path& out) {
  std::error_code error;
  if (fs::exists(out, error) && !fs::is_directory(out, error))
    return fail(ErrorCode::invalid_request, out.string() + " isn't a directory, which OUT has to be",
                {{"field", "output"}});
  const fs::path file = out / "results.json";
  fs::remove(file, error);
  if (!error) return {};
  return fail(ErrorCode::invalid_request,
              system_message("the old " + file.string() + " can't be removed", error.value()) +
                  "; remove it, or name another output directory",
              {{"field", "output"}});
}

namespace {

Result<Done> test_submission(const Assignment& assignment, const Tester& tester, Clock::time_point begin) {
  Done done;
  Timer timer(done.phases);
  if (auto removed = remove_old_results(assignment.out); !removed) return tl::unexpected(removed.error());
  std::error_code error;
  if (assignment.slug.empty() || assignment.slug.find('/') != std::string::npos)
    return fail(ErrorCode::invalid_request, "the slug is the name of an exercise, such as two-fer",
                {{"field", "slug"}});
  if (!fs::is_directory(assignment.in, error))
    return fail(ErrorCode::invalid_request, assignment.in.string() + ": there is no such directory",
                {{"field", "input"}});
  if (access(assignment.in.c_str(), R_OK | X_OK) != 0)
    return fail(ErrorCode::invalid_request, system_message(assignment.in.string() + " can't be read", errno),
                {{"field", "input"}});

  const Settings settings = read_settings(assignment.in);
  std::vector<std::string> configured = settings.tests;
  configured.insert(configured.end(), settings.missing.begin(), settings.missing.end());
  const auto definition = find_track(tester.definitions, assignment, configured);
  if (!definition) return tl::unexpected(definition.error());
  done.track = (*definition)->exercise.track;
  const std::vector<std::string> tests = find_tests(**definition, settings, assignment);
  const std::string missing = missing_tests(**definition, settings);
  if (!missing.empty()) {
    done.warnings.push_back(fmt::format(
        ".meta/config.json names {}, which isn't there: what it would check wasn't tested.", missing));
  }
  if (tests.empty()) {
    done.results.version = (*definition)->exercise.version;
    done.results.message =
        missing.empty()
            ? fmt::format("There is no test file: {} isn't there.",
                          wanted_tests(**definition, assignment.slug))
            : fmt::format("There is no test file {}: .meta/config.json names it, and it isn't there.",
                          missing);
    if (auto written = write_results(assignment.out, done.results); !written)
      return tl::unexpected(written.error());
    return done;
  }

  remove_stale_private_directories();
  auto workspace = Workspace::from_copy(assignment.in, tester.config.uploads);
  if (!workspace) return tl::unexpected(workspace.error());
  const fs::path root = workspace->root();
  timer.end_of("copy");
  const auto files = TestFiles::read(**definition, root, tests);
  if (!files) return tl::unexpected(files.error());
  if (auto unskipped = files->unskip(root); !unskipped) return tl::unexpected(unskipped.error());
  const auto list = files->list();
  if (!list) return tl::unexpected(list.error());
  timer.end_of("read tests");

  const Config config = exercise_config(tester.config, begin);
  // What config.json calls a test may be data that the tests read.
  std::vector<std::string> author_files = settings.tests;
  author_files.insert(author_files.end(), settings.author_files.begin(), settings.author_files.end());
  Definition tested = **definition;
  if (!tested.exercise.format.empty()) tested.format = tested.exercise.format;
  Job job{std::move(*workspace), tested, framework::Exercise{assignment.slug, tests, author_files}};
  Request request;
  request.sources.emplace();
  // No log is kept: what a site has of a submission is results.json, and a thousand of them would push out
  // those of the user's own runs.
  const Answer answer = run_tests(
      job, request, {.config = config, .supervisor = tester.supervisor, .stop = tester.stop, .log = Log{}});
  // What a stop has cut short says nothing about the submission.
  if (tester.stop.stop_requested())
    return fail(ErrorCode::test_cancelled, "stopped by a signal; results.json wasn't written");
  if (auto ours = fault_of_ours(answer)) return tl::unexpected(explained(std::move(*ours), answer.report));
  if (answer.report) {
    done.phases.insert(done.phases.end(), answer.report->run.phases.begin(), answer.report->run.phases.end());
    done.warnings.insert(done.warnings.end(), answer.report->warnings.begin(), answer.report->warnings.end());
    if (const auto& isolation = answer.report->run.isolation) done.isolation = isolation->level;
  }
  Timer last(done.phases);
  done.results = translate(answer, {**definition, settings, *list, root, root.parent_path()});
  if (auto written = write_results(assignment.out, done.results); !written)
    return tl::unexpected(written.error());
  last.end_of("write");
  return done;
}

}  // namespace

Result<Done> run_exercise(const Assignment& assignment, const Tester& tester, Clock::time_point begin) {
  try {
    return test_submission(assignment, tester, begin);
  } catch (const std::exception& error) {
    return tl::unexpected(error_of(error));
  }
}

}  // namespace proctor::exercism
