#include "cli/loop_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace proctor::cli {
namespace {

constexpr std::uint64_t kMostRepeats = 1'000'000;
constexpr std::uint64_t kMostRetries = 100;

// Two options of which one is enough.
Result<void> not_both(bool one, bool other, const char* first, const char* second, const char* why) {
  if (!one || !other) return {};
  return invalid_field(first, fmt::format("can't be had together with {}: {}", second, why));
}

}  // namespace

void add_loop_options(CLI::App& command, LoopOptions& options) {
  const char* group = "More than once";
  command.add_option("--repeat", options.repeat, "Run the tests so many times, and sum up")
      ->type_name("N")
      ->group(group);
  command
      .add_flag("--until-fail", options.until_fail,
                "With --repeat: stop after the first run that doesn't pass")
      ->group(group);
  command.add_option("--retries", options.retries, "Run a test that failed again, up to N times")
      ->type_name("N")
      ->group(group);
  command
      .add_option("--flaky-result", options.flaky_result,
                  "What a test counts as that passes at another try: pass or fail")
      ->check(CLI::IsMember({"pass", "fail"}))
      ->group(group);
  command.add_flag("--watch", options.watch, "Run again whenever a file of the project changes")
      ->group(group);
  command
      .add_flag("--changed{HEAD}", options.changed,
                "Only tests of what has changed since a commit (--changed=REF); HEAD if none is given")
      ->group("Which tests");
}

Result<void> apply(const TestOptions& options, Request& request) {
  const LoopOptions& loops = options.loops;
  if (loops.repeat && (*loops.repeat == 0 || *loops.repeat > kMostRepeats))
    return invalid_field("--repeat", fmt::format("must be from 1 to {}", kMostRepeats));
  if (loops.retries > kMostRetries)
    return invalid_field("--retries", fmt::format("must be from 0 to {}", kMostRetries));
  if (loops.until_fail && !loops.repeat)
    return invalid_field("--until-fail", "needs --repeat N, which says how often at most");
  const bool some =
      !request.only.empty() || request.rerun_failed || !request.paths.empty() || !request.match_path.empty();
  for (const auto& checked : {
           not_both(loops.watch, loops.repeat.has_value(), "--watch", "--repeat",
                    "each runs the tests by itself"),
           not_both(loops.watch, request.debug, "--watch", "--debug", "both want the keyboard"),
           not_both(loops.watch, !options.reports.wanted.empty(), "--watch", "--report",
                    "it has no end at which a report could be written"),
           not_both(loops.watch, options.request == "-", "--watch", "--request -",
                    "the request can be read once"),
           not_both(loops.watch, request.sources.has_value(), "--watch", "uploaded sources",
                    "no file of theirs changes"),
           not_both(loops.retries > 0, request.fail_fast, "--retries", "--fail-fast",
                    "the tests behind a failure that another try mends would be missing"),
           not_both(loops.retries > 0, request.debug, "--retries", "--debug",
                    "a person looks at the first failure"),
           not_both(!loops.changed.empty(), some, "--changed",
                    "paths, --match-path, --only or --rerun-failed", "it chooses the tests itself"),
           not_both(!loops.changed.empty(), request.sources.has_value(), "--changed", "uploaded sources",
                    "they have no history"),
       }) {
    if (!checked) return checked;
  }
  request.retries = loops.retries;
  request.flaky_fails = loops.flaky_result == "fail";
  request.changed = loops.changed;
  return {};
}

}  // namespace proctor::cli
