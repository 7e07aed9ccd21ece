#include "cli/print.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/paths.hpp"
#include "cli/exercism_options.hpp"
#include "cli/print.hpp"
#include "cli/signals.hpp"
#include "exercism/batch.hpp"
#include "exercism/exercise.hpp"
#include "framework/prepared.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::cli {
namespace {

struct SubmissionOptions {
  ExercismOptions shared{};
  std::string slug{};
  std::string in{};
  std::string out{};
  bool timings = false;
  std::string batch{};
  std::string journal{};
  std::size_t jobs = 0;
};

// A site's container may mount /tmp so that nothing in it can be run (Docker's --tmpfs does), which compiled
// languages can't do without: then another place is taken, if there is one.
void leave_noexec_tmp(const std::filesystem::path& out) {
  const auto can_be_taken = [](const std::filesystem::path& place) {
    return access(place.c_str(), W_OK) == 0 && lets_programs_run(place);
  };
  if (can_be_taken(temporary_dir())) return;
  for (const std::filesystem::path& place :
       {std::filesystem::path("/var/tmp"), std::filesystem::path("/dev/shm"), out}) {
    if (place.is_absolute() && can_be_taken(place)) {
      setenv("TMPDIR", place.c_str(), 1);
      return;
    }
  }
}

// What is prepared once saves seconds of each submission. A person is told so; a submission leaves nothing
// behind that could remember it.
void tell_of_warm(const Config& config, const std::vector<framework::Definition>& definitions,
                  const std::string& track) {
  if (isatty(STDERR_FILENO) == 0) return;
  for (const framework::Definition& definition : definitions) {
    if (definition.exercise.track != track || track.empty() || definition.warm.empty()) continue;
    const auto prepared = framework::find_prepared(config, definition);
    if (!prepared.directory.empty() || !prepared.stale.empty()) continue;
    print_note(fmt::format("proctor exercism: this goes faster after `proctor warm {}`", definition.name));
  }
}

int run_exercism(const SubmissionOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const StopOnSignals signals;
  // Before anything that may be refused.
  if (const auto removed = exercism::remove_old_results(options.out); !removed)
    return refuse_exercism("exercism", removed.error());
  const auto config = load_exercism_config(options.shared);
  if (!config) return refuse_exercism("exercism", config.error());
  std::error_code error;
  leave_noexec_tmp(std::filesystem::absolute(options.out, error));
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  const auto definitions = framework::load_definitions(config->frameworks.path);
  if (!definitions) return refuse_exercism("exercism", definitions.error());
  const auto done = exercism::run_exercise({options.slug, options.in, options.out, options.shared.track},
                                           {*config, *definitions, supervisor, signals.token()}, begin);
  if (!done) return refuse_exercism("exercism", done.error());
  ExercismWarnings("exercism").tell(done->warnings);
  if (done->isolation)
    print_note(
        fmt::format("proctor exercism: the tests ran at isolation level \"{}\"", word(*done->isolation)));
  tell_of_warm(*config, *definitions, done->track);
  if (options.timings) {
    for (const Phase& phase : done->phases)
      print_note(fmt::format("{:>6} ms  {}", phase.duration.count(), phase.name));
  }
  return 0;
}

std::string describe(const exercism::BatchResult& result) {
  json::object line{{"line", result.entry.line}, {"slug", result.entry.assignment.slug}};
  if (!result.done) {
    line["error"] =
        json::object{{"code", info(result.done.error().code).name}, {"message", result.done.error().message}};
  } else if (result.before) {
    line["done_before"] = true;
  } else {
    line["track"] = result.done->track;
    line["status"] = word(result.done->results.status);
    line["tests"] = result.done->results.tests.size();
    if (result.done->isolation) line["isolation"] = word(*result.done->isolation);
    line["duration_ms"] = result.took.count();
  }
  return to_json_line(line) + '\n';
}

int run_batch(const SubmissionOptions& options) {
  const StopOnSignals signals;
  if (!options.slug.empty()) {
    return refuse_exercism("exercism",
                           Error{ErrorCode::invalid_request, "give SLUG IN OUT, or --batch LIST, not both"});
  }
  const auto settings = load_exercism_settings(options.shared);
  if (!settings) return refuse_exercism("exercism", settings.error());
  const bool from_stdin = options.batch == "-";
  const auto list = from_stdin
                        ? Result<std::string>(std::string(std::istreambuf_iterator<char>(std::cin), {}))
                        : read_file(options.batch);
  if (!list) return refuse_exercism("exercism", list.error());
  const std::filesystem::path base =
      from_stdin ? std::filesystem::current_path() : std::filesystem::absolute(options.batch).parent_path();
  const auto entries = exercism::read_batch(*list, base);
  if (!entries) return refuse_exercism("exercism", entries.error());

  leave_noexec_tmp({});
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  std::size_t failed = 0;
  std::size_t told = 0;
  ExercismWarnings warnings("exercism");
  const auto done = exercism::run_batch(
      *entries,
      {.jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency()),
       .journal = !options.journal.empty() ? options.journal
                  : from_stdin             ? std::string()
                                           : options.batch + ".journal"},
      {settings->config, settings->definitions, supervisor, signals.token()},
      [&](const exercism::BatchResult& result) {
        ++told;
        if (!result.done) ++failed;
        if (result.done) warnings.tell(result.done->warnings);
        const std::string line = describe(result);
        std::fwrite(line.data(), 1, line.size(), stdout);
        std::fflush(stdout);
      });
  if (!done) return refuse_exercism("exercism", done.error());
  print_note(fmt::format("proctor exercism: {} of {} done{}", told - failed, entries->size(),
                         failed > 0 ? fmt::format(", {} couldn't be tested", failed) : std::string()));
  if (signals.token().stop_requested()) return 130;
  return failed == 0 && told == entries->size() ? 0 : 3;
}

int run_either(const SubmissionOptions& options) {
  if (!options.batch.empty()) return run_batch(options);
  if (options.slug.empty() || options.in.empty() || options.out.empty()) {
    return refuse_exercism("exercism", Error{ErrorCode::invalid_request,
                                             "SLUG, IN and OUT are needed (see proctor exercism --help)"});
  }
  return run_exercism(options);
}

}  // namespace

void add_exercism(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<SubmissionOptions>();
  CLI::App* command = app.add_subcommand(
      "exercism", "Test a submission and write results.json (Exercism's test runner interface)");
  command->add_option("slug", options->slug, "The exercise, such as two-fer")->type_name("SLUG");
  command->add_option("input", options->in, "The submission's directory; only read")->type_name("IN");
  command->add_option("output", options->out, "Where results.json is written")->type_name("OUT");
  command
      ->add_option("--batch", options->batch,
                   "Many submissions: a file with a line of JSON each (slug, input, output, track), or -")
      ->type_name("LIST");
  command
      ->add_option("--journal", options->journal,
                   "Of a batch: what was done, for the next start; LIST.journal if not given")
      ->type_name("FILE");
  command
      ->add_option("--jobs", options->jobs,
                   "Of a batch: so many at once; as there are processors if not given")
      ->check(CLI::Range(std::size_t{1}, kMostJobs))
      ->type_name("N");
  command->add_flag("--timings", options->timings, "Where the time went, on stderr");
  add_exercism_options(*command, options->shared);
  command->callback([options, &run] { run = [options] { return run_either(*options); }; });
}

}  // namespace proctor::cli
