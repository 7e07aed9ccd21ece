#include "cli/report_options.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <exception>
#include <initializer_list>

#include "base/files.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "cli/print.hpp"
#include "cli/surroundings.hpp"
#include "cli/version.hpp"
#include "history/history.hpp"
#include "request/request.hpp"
#include "writers/insights.hpp"

namespace proctor::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRunsForInsights = 50;
constexpr std::uint64_t kLargestSummary = 1U << 20U;  // GitHub refuses a larger one as a whole

tl::unexpected<Error> bad_report(const std::string& why) {
  return fail(ErrorCode::invalid_request, why, {{"field", "--report"}});
}

// A pipe or a device; and /dev/stderr, /dev/fd/3 and the like whatever they are: what they lead to is
// somebody's open file, which nothing may replace.
bool is_special(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) return true;
  const std::string name = file.string();
  return fs::is_symlink(file, error) && (name.starts_with("/dev/") || name.starts_with("/proc/"));
}

// Behind what stands there. A pipe that nobody reads is an error, and nothing to wait for.
Result<void> append(const fs::path& file, std::string_view text, int more_flags = 0) {
  const UniqueFd fd(
      open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | more_flags, 0644));
  if (!fd && errno == ENXIO)
    return fail(ErrorCode::invalid_request, file.string() + ": nobody reads from it");
  if (!fd || fcntl(fd.get(), F_SETFL, O_APPEND) != 0) return fail_system(file.string(), errno);
  while (!text.empty()) {
    const ssize_t got = ::write(fd.get(), text.data(), text.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_system(file.string(), errno);
    text.remove_prefix(static_cast<std::size_t>(got));
  }
  return {};
}

// Whether a file can be written there, as far as that can be known before.
Result<void> check_place(const fs::path& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) return bad_report(file.string() + " is a directory");
  const bool special = is_special(file);
  if (!special) fs::create_directories(file.parent_path(), error);
  if (error) return bad_report(system_message(file.parent_path().string(), error.value()));
  const fs::path& written = special ? file : file.parent_path();
  if (access(written.c_str(), W_OK) != 0) return bad_report(system_message(written.string(), errno));
  return {};
}

// What is made for reports alone is no part of the project: git doesn't look at it.
Result<void> make_directory(const fs::path& directory) {
  std::error_code error;
  if (fs::exists(directory, error)) return {};
  fs::create_directories(directory, error);
  if (error) return bad_report(system_message(directory.string(), error.value()));
  return write_file(directory / ".gitignore", "*\n", 0644);
}

std::string here() {
  std::error_code error;
  return fs::current_path(error).filename().string();
}

// The step summary, to which other commands of the step may have written.
Result<void> append_summary(const std::string& file, const writers::Written& written) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  const std::uint64_t there = error ? 0 : std::min<std::uint64_t>(size, kLargestSummary);
  return append(file, writers::markdown(written, kLargestSummary - there) + '\n', O_CREAT);
}

// What the history knows of this run, and of those before it. A report does without, should there be none.
void add_history(const Config::History& bounds, const std::string& id, bool with_insights,
                 writers::Written& written) try {
  if (bounds.max_runs == 0 || id.empty()) return;
  auto history = history::History::open(bounds);
  if (!history) return;
  const auto run = history->find(id);
  if (!run) return;
  if (written.around.branch.empty()) written.around.branch = run->branch;
  if (written.around.commit.empty()) written.around.commit = run->commit;
  if (!with_insights) return;
  const auto runs = history->runs(run->project, kRunsForInsights);
  const auto tests = history->tests(run->project, kRunsForInsights);
  if (runs && tests) written.insights = writers::insights_of(*runs, *tests);
} catch (const std::exception&) {
  return;
}

}  // namespace

void add_report_options(CLI::App& command, ReportOptions& options) {
  std::string names;
  for (const writers::Format& format : writers::formats())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", format.name);
  command
      .add_option("--report", options.wanted,
                  "Write the answer in another format, too; may be given several times: " + names)
      ->type_name("FORMAT[=FILE]")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<Reports> Reports::settle(const ReportOptions& options, const fs::path& directory,
                                const std::vector<std::string>& formats, Stdout out) {
  auto reports = make(options, directory, formats, out);
  if (reports) return reports;
  Error error = reports.error();
  error.message =
      (options.wanted.empty() ? "report.formats in proctor.toml: " : "--report: ") + error.message;
  return tl::unexpected(std::move(error));
}

Result<Reports> Reports::make(const ReportOptions& options, const fs::path& directory,
                              const std::vector<std::string>& formats, Stdout out) {
  Reports reports;
  reports.by_config_ = options.wanted.empty();
  reports.began_ = wall_clock_ms();
  std::error_code error;
  for (const std::string& text : reports.by_config_ ? formats : options.wanted) {
    const auto wanted = writers::parse_report_option(text);
    if (!wanted) return tl::unexpected(wanted.error());
    // A project that nobody trusts could name any file of the user's.
    if (reports.by_config_ && !wanted->file.empty())
      return bad_report(text + " names a file: only --report takes one");
    Target target{.format = wanted->format, .file = wanted->file};
    if (target.file == "/dev/stdout" || target.file == "/dev/fd/1") target.file = "-";
    if (target.file == "-") {
      if (out == Stdout::for_json) return bad_report("stdout is for --json already");
      if (out == Stdout::for_a_command) return bad_report("stdout is the command's; name a file");
    } else if (!target.file.empty() || !target.format->file.empty()) {
      if (target.file.empty()) {
        if (const auto made = make_directory(directory); !made) return tl::unexpected(made.error());
        target.file = directory / target.format->file;
      }
      target.file = fs::absolute(target.file, error);
      if (const auto good = check_place(target.file); !good) return tl::unexpected(good.error());
      if (fs::exists(target.file, error) && !is_special(target.file))
        target.file = fs::canonical(target.file, error);
      else if (!is_special(target.file))
        target.file = fs::canonical(target.file.parent_path(), error) / target.file.filename();
    }
    const bool twice = std::ranges::any_of(reports.targets_, [&target](const Target& other) {
      return other.file == target.file && (!target.file.empty() || other.format == target.format);
    });
    if (twice)
      return bad_report(target.file.empty() ? fmt::format("{} is asked for twice", target.format->name)
                                            : fmt::format("two reports go to {}", target.file.string()));
    reports.targets_.push_back(std::move(target));
  }
  return reports;
}

void Reports::begin(const StartedRun& run) {
  began_ = wall_clock_ms();
  start(run);
}

void Reports::start(const StartedRun& run) {
  started_ = true;
  std::error_code error;
  for (const Target& target : targets_) {
    if (!target.file.empty() && target.file != "-" && !is_special(target.file))
      fs::remove(target.file, error);
  }
  std::vector<fs::path> files;
  bool wanted = false;
  for (const Target& target : targets_) {
    wanted = wanted || target.format->live || target.format->spans;
    if (!target.format->live) continue;
    files.push_back(target.file);
    if (target.file == "-") for_stdout_ = "";  // in place of the answer
  }
  if (!wanted) return;
  live_ = std::make_unique<LiveReports>(files,
                                        writers::RunStart{.name = run.name.empty() ? here() : run.name,
                                                          .command = run.command,
                                                          .version = version_text(),
                                                          .began = began_},
                                        run.mask);
}

bool Reports::write(Answer& answer, const ReportedRun& about) {
  if (targets_.empty()) return true;
  Answer shown = answer;
  if (about.mask != nullptr && *about.mask) (*about.mask)(shown);
  if (!started_) start({.name = about.name});
  const int code = answer.error ? info(answer.error->code).exit_code : 0;
  writers::Written written{.answer = shown,
                           .name = about.name.empty() ? here() : about.name,
                           .began = began_,
                           .ended = wall_clock_ms(),
                           .exit_code = about.exit_code.value_or(code),
                           .version = version_text(),
                           .around = surroundings()};
  const bool insights =
      std::ranges::any_of(targets_, [](const Target& target) { return target.format->name == "ctrf"; });
  if (about.history != nullptr && shown.report)
    add_history(*about.history, shown.report->run.id, insights, written);
  if (live_) {
    written.spans = live_->spans();
    for (const Error& error : live_->end(written))
      print_note(for_terminal("proctor: The report jsonl isn't whole: " + error.message));
  }
  bool all = true;
  for (const Target& target : targets_) {
    if (target.format->live) continue;
    const auto done = write(target, written);
    if (done) continue;
    all = false;
    std::string why =
        fmt::format("The report {} wasn't written: {}", target.format->name, done.error().message);
    print_note("proctor: " + for_terminal(why));
    if (answer.ok()) answer.error = Error{done.error().code, std::move(why)};
  }
  return all;
}

Result<void> Reports::write(const Target& target, const writers::Written& written) {
  if (target.file.empty()) {
    const std::string summary = environment_value("GITHUB_STEP_SUMMARY");
    if (environment_value("GITHUB_ACTIONS") != "true") {
      if (!by_config_)
        print_note("proctor: --report github: this is no step of GitHub Actions, nothing is annotated");
      return {};
    }
    // On stderr: Actions reads it as it reads stdout, and whoever reads stdout gets the answer alone.
    const std::string text = target.format->write(written);
    if (!text.empty()) print_note(text.substr(0, text.size() - 1));
    return summary.empty() ? Result<void>() : append_summary(summary, written);
  }
  std::string text = target.format->write(written);
  if (target.file == "-") {
    for_stdout_ = std::move(text);
    return {};
  }
  return is_special(target.file) ? append(target.file, text) : write_file(target.file, text, 0644);
}

Result<Reports> Reports::settle_for_reading(const ReportOptions& options, const CommonOptions& common) {
  std::filesystem::path directory;
  if (!options.wanted.empty()) {
    const auto config = load_config(".");
    if (!config) return tl::unexpected(config.error());
    directory = config->report.directory;
  }
  return settle(options, directory, {}, common.json ? Stdout::for_json : Stdout::for_the_answer);
}

int Reports::print(const Answer& answer, const CommonOptions& common, bool verbose) const {
  if (!for_stdout_) return print_answer(answer, common, verbose);
  const bool printed = print_text(*for_stdout_);
  if (answer.error) return info(answer.error->code).exit_code;
  return printed && answer.ok() ? 0 : internal_exit_code();
}

}  // namespace proctor::cli
