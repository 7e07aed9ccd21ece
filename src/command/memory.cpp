#include "command/memory.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "command/masking.hpp"
#include "framework/find_project.hpp"
#include "framework/parts.hpp"
#include "framework/recognise.hpp"

namespace proctor::command {
namespace {

// Tools, what starts them, and options that change neither which tests run nor when they stop.
constexpr const char* kHarmless =
    R"((CI|NODE_ENV|FORCE_COLOR|NO_COLOR|PYTHONPATH)=\S*|--|\|{1,2}|2>&1|&&|tail|head|cat|true|-\d+|npx|npm|pnpm|yarn|bun|run|exec|uv|poetry|pipenv|)"
    R"((\S*/)?(python[\d.]*|pytest|py\.test|jest(\.js)?|vitest|mocha|bats|prove|tox|nox|make|just|go|cargo|ctest|node)|)"
    R"(-m|unittest|discover|-q+|-v+|-s+|-l|-r\w+|--test|--tb=\w+|--colou?rs?(=\w+)?|--no-colou?r|--no-header|)"
    R"(--verbose|--silent|--quiet|-p|no:\w+|--durations=\d+|--cov\S*|--coverage\S*|--ci|--runInBand|-i|--maxWorkers=\S+|)"
    R"(--reporters?=\S+|--forceExit|--detectOpenHandles|--watch(All)?=false|-race|-cover|-count=\d+|-timeout=\S+|)"
    R"(\./\.\.\.|--workspace|--all-targets|--release|--output-on-failure)";

// Behind these "test" is a script, a target or a command; behind any other word it may be a directory.
constexpr const char* kHasCommands = "npm|pnpm|yarn|bun|run|make|just|go|cargo";
constexpr const char* kTest = "tests?|t|tst";

bool matches(std::string_view word, const RE2& pattern) {
  return RE2::FullMatch(re2::StringPiece(word.data(), word.size()), pattern);
}

// A tool runs the tests of one framework. (Where the configuration says which one, that one is enough.)
bool has_one_framework(const std::vector<framework::Definition>& definitions, const Config& config,
                       const std::filesystem::path& project) {
  const auto parts = framework::parts_of(definitions, config, project);
  return parts && parts->size() <= 1;
}

}  // namespace

bool asks_for_all(std::string_view text) {
  static const RE2 harmless(kHarmless);
  static const RE2 has_commands(kHasCommands);
  static const RE2 test(kTest);
  std::string_view before;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(" \t\n"));
    const bool is_command = matches(word, test) && matches(before, has_commands);
    if (!is_command && !matches(word, harmless)) return false;
    if (!word.starts_with('-')) before = word;
    text.remove_prefix(word.size());
  }
  return true;
}

Memory::Memory(const Around& around, const Job& job, const std::vector<framework::Definition>& definitions,
               std::string door) {
  if (around.config.history.max_runs == 0) return;
  const auto project = framework::project_around(definitions, job.workdir).value_or(job.workdir);
  const std::string command = policy::mask_shapes(around.mask.mask(job.text));
  history::KeptRun run{.project = project.string(),
                       .series = "run " + command,
                       .command = command,
                       .door = std::move(door),
                       .all = project == job.workdir && asks_for_all(job.text)};
  run.others = run.all && !has_one_framework(definitions, around.config, project);
  std::vector<history::TreeFile> files;
  if (shell::read_exit_code_use(job.text, job.dialect).has_runner) {
    tree_.emplace(project, around.supervisor, around.stop);
    run = tree_->described(std::move(run));
    files = tree_->files();
  }
  recording_.emplace(around.config.history, std::move(run), files);
}

void Memory::finish(Outcome& outcome, const policy::SecretMask& mask) {
  if (!recording_ || !outcome.has_tests()) return;
  // Nothing shows a test: that is no pass to remember.
  if (!outcome.answer.error && !outcome.shows_tests()) return;
  Answer kept{.report = outcome.report, .error = outcome.answer.error};
  // As `proctor test` calls it.
  if (kept.error && kept.error->code == ErrorCode::command_failed && kept.report->verdict == Verdict::fail)
    kept.error->code = ErrorCode::test_assertion_failed;
  const std::size_t warnings = kept.report->warnings.size();
  const std::string digest = tree_ ? tree_->digest_after(kept.report->warnings) : "";
  recording_->finish(kept, digest, [&mask](Answer& answer) { mask_answer(answer, mask); });
  outcome.report = *std::move(kept.report);
  const auto& all = outcome.report.warnings;
  outcome.warnings.insert(outcome.warnings.end(), all.begin() + static_cast<std::ptrdiff_t>(warnings),
                          all.end());
  if (outcome.answer.report) outcome.answer.report = outcome.report;
}

}  // namespace proctor::command
