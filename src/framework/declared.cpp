#include "framework/declared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/files.hpp"
#include "base/head_and_tail.hpp"
#include "base/hmac.hpp"
#include "base/text.hpp"
#include "framework/declared_time.hpp"
#include "framework/framework_ids.hpp"
#include "framework/kept.hpp"
#include "framework/prepared.hpp"
#include "supervise/program.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

using std::chrono::milliseconds;
using Kind = Termination::Kind;

constexpr std::size_t kMostBuildOutput = 256U << 10U;
constexpr std::size_t kMostOutputOfATest = 64U << 10U;
constexpr std::size_t kSecretBytes = 16;
constexpr int kPutOff = 2;         // tests that are put off soon, of those that don't return
constexpr int kPartOfPutOff = 12;  // of the time: after that one is put off
constexpr int kPartOfStep = 3;     // of the time: what any step may take
constexpr int kPartOfFirst = 2;    // of the time that is left: for the second, if nothing has ended yet

std::string value_of(const std::vector<std::string>& environment, std::string_view name) {
  for (const std::string& entry : environment) {
    if (entry.starts_with(name) && entry.size() > name.size() && entry[name.size()] == '=')
      return entry.substr(name.size() + 1);
  }
  return {};
}

// A wish that the framework's folder has no words for would be passed over, and the answer be taken for one
// to it.
Result<void> check_wishes(const Definition& definition, const Definition::Commands& commands,
                          const Request& request) {
  // Reporters know these two.
  const bool own_words = is_native(definition);
  const bool by_list = !commands.list.empty() && !definition.some.words.empty();
  const std::pair<const char*, bool> wishes[] = {
      {"match_path", !request.match_path.empty() || !request.paths.empty()},
      {"match_contract", !request.match_contract.empty()},
      {"evm_version", !request.evm_version.empty()},
      {"fuzz_runs", request.fuzz_runs.has_value()},
      {"fuzz_seed", !request.fuzz_seed.empty()},
      {"gas_report", request.gas_report},
      {"filter", own_words && !request.filter.empty() && !by_list},
      {"fail_fast", own_words && request.fail_fast}};
  for (const auto& [field, wished] : wishes) {
    const bool by_file = field == std::string_view("match_path") && !request.paths.empty();
    if (wished && by_file && !definition.options.contains(field)) {
      return invalid_field("path",
                           fmt::format("{} can't be told which files to run: name the project alone, or "
                                       "a test with --only",
                                       definition.title));
    }
    if (wished && !definition.options.contains(field)) {
      return fail(ErrorCode::invalid_request,
                  fmt::format("{}: there is no such thing with {}; leave it out", field, definition.title),
                  {{"field", field}});
    }
  }
  if (request.coverage && definition.coverage.words.empty()) {
    return invalid_field("coverage",
                         fmt::format("proctor can't measure it with {}, but with pytest, go, jest "
                                     "and forge; leave it out",
                                     definition.title));
  }
  return {};
}

// Whether a framework's commands for projects have a use for a directory that is kept.
bool keeps_builds(const Definition& definition) {
  const auto names_it = [](std::string_view word) { return word.find("{kept}") != std::string_view::npos; };
  const Definition::Commands& commands = definition.run;
  return std::ranges::any_of(commands.build, names_it) || std::ranges::any_of(commands.command, names_it) ||
         std::ranges::any_of(commands.set, [&](const auto& one) { return names_it(one.second); });
}

}  // namespace

Declared::Declared(const Definition& definition)
    : definition_(definition),
      outputs_(kMostOutputOfATest),
      results_({definition.exercise.out_counts, definition.exercise.err_counts, definition.exercise.joined,
                definition.exercise.by_start, definition.source.separator}) {}

const Definition::Commands& Declared::commands(const Context& context) const {
  return context.exercise ? definition_.exercise.commands : definition_.run;
}

Result<void> Declared::prepare(const Context& context) {
  if (!context.exercise) results_.take_project();
  Prepared prepared = find_prepared(context.config, definition_);
  places_.prepared = std::move(prepared.directory);
  if (!prepared.stale.empty()) warnings_.push_back(std::move(prepared.stale));
  auto folder = FolderOnDisk::of(definition_, places_.prepared);
  if (!folder) return tl::unexpected(folder.error());
  folder_.emplace(std::move(*folder));
  places_.root = context.workspace.root();
  places_.folder = folder_->path();
  if (context.workspace.uploaded()) {
    places_.origin = "upload";
    places_.private_ = context.workspace.place() / "private";
    if (auto made = make_private_dirs(places_.private_); !made) return made;
  } else {
    auto directory = PrivateDirectory::make();
    if (!directory) return tl::unexpected(directory.error());
    places_.private_ = directory->path();
    private_.emplace(std::move(*directory));
    if (keeps_builds(definition_)) places_.kept = kept_build(definition_.name, places_.root);
  }
  if (places_.kept.empty()) places_.kept = places_.private_;
  if (context.exercise) {
    places_.slug = context.exercise->slug;
    places_.tests = context.exercise->tests;
  }
  return {};
}

Result<Plan> Declared::plan(const Context& context) {
  if (commands(context).command.empty()) {
    return fail(ErrorCode::invalid_request,
                fmt::format("{} has no command for this: its framework.toml doesn't say [{}] command",
                            definition_.title, context.exercise ? "exercise" : "run"));
  }
  if (auto known = check_wishes(definition_, commands(context), context.request); !known)
    return tl::unexpected(known.error());
  if (auto ready = prepare(context); !ready) return tl::unexpected(ready.error());
  if (context.request.jobs && !definition_.options.contains("jobs"))
    warnings_.push_back(fmt::format("-j {} changes nothing: {} has no word for how many tests run at once.",
                                    *context.request.jobs, definition_.title));
  const supervise::Command tool = command(context, {definition_.tool});
  if (!definition_.tool.empty()) {
    if (const auto found = supervise::find_program(definition_.tool, tool.environment, places_.root);
        !found) {
      return fail(ErrorCode::tool_not_found,
                  fmt::format("{} isn't there, which {} needs: {}.", definition_.tool, definition_.title,
                              definition_.tool_hint),
                  {{"tool", definition_.tool}});
    }
  }
  const Definition::Commands& chosen = commands(context);
  // Of a framework that builds. It would look as if the sources didn't compile.
  const bool builds = !definition_.run.build.empty() || !definition_.exercise.commands.build.empty();
  if (builds && !lets_programs_run(places_.private_)) {
    return fail(ErrorCode::invalid_request,
                fmt::format("What is built in {} can't be run, for it is mounted noexec: set TMPDIR to a "
                            "directory that programs can be run from, or mount it with exec",
                            private_directories_dir().parent_path().string()));
  }
  if (chosen.build.empty()) return first_plan(context);
  stage_ = Stage::building;
  Plan plan;
  plan.phase = "building";
  plan.info.name = definition_.name;
  plan.commands.push_back(command(context, fill(chosen.build, places_)));
  plan.warnings = warnings_;
  return plan;
}

supervise::Command Declared::command(const Context& context, const std::vector<std::string>& words) const {
  supervise::Command command{words, {}, places_.root};
  std::vector<std::string>& environment = command.environment;
  if (context.workspace.uploaded()) {
    // Nothing of the caller's own but where programs are.
    const std::string path = value_of(context.environment, "PATH");
    environment = {"PATH=" + (path.empty() ? "/usr/local/bin:/usr/bin:/bin" : path), "LANG=C.UTF-8",
                   "HOME=" + context.workspace.home().string(), "TMPDIR=" + context.workspace.tmp().string()};
  } else {
    environment = context.environment;
  }
  environment = command_environment(std::move(environment), definition_, places_, commands(context));

  if (places_.prepared.empty() || places_.folder.parent_path() != places_.prepared)
    command.toolchain.push_back(places_.folder);
  if (!places_.prepared.empty()) command.toolchain.push_back(places_.prepared);
  for (const std::string& path : definition_.toolchain) {
    std::error_code error;
    if (fs::exists(path, error)) command.toolchain.emplace_back(path);
  }
  if (private_) command.results.push_back(private_->path());
  if (places_.kept != places_.private_) command.results.push_back(places_.kept);
  return command;
}

Result<Plan> Declared::test_plan(const Context& context, const std::vector<std::string>& skip,
                                 const std::vector<std::string>& only) {
  Choice::Wishes wishes{skip, only, {}, {}, context.request.filter, definition_.source.separator, shares_};
  if (only.empty()) {
    for (const TestId& test : context.only) {
      wishes.called.push_back(called(test, places_.root));
      for (std::string& id : ids_of(test, definition_.source.separator, places_.root))
        wishes.only.push_back(std::move(id));
    }
    for (const TestId& test : context.seen) {
      for (std::string& id : ids_of(test, definition_.source.separator, places_.root))
        wishes.seen.push_back(std::move(id));
    }
  }
  auto choice = Choice::make(wishes);
  if (!choice) return tl::unexpected(choice.error());
  choice_ = std::move(*choice);
  if (runs_++ == 0) {
    testing_begin_ = Clock::now();
    whole_limit_ = std::max(milliseconds(1), until(context.deadline));
    const bool asks = !commands(context).list_on_demand || context.request.shard;
    if (auto asked = asks ? ask_for_tests(context) : Result<void>(); !asked)
      return tl::unexpected(asked.error());
    if (auto shared = share_native(context); !shared) return tl::unexpected(shared.error());
  }
  // What the code under test has made of its own program mustn't get a second chance to speak.
  if (snapshot_) {
    if (auto restored = snapshot_->restore(); !restored) return tl::unexpected(restored.error());
  } else if (context.exercise) {
    auto snapshot = Snapshot::of({places_.root, places_.private_});
    if (!snapshot) return tl::unexpected(snapshot.error());
    snapshot_.emplace(std::move(*snapshot));
  }
  const std::string nonce = random_hex(kSecretBytes);
  // Without a secret anybody could speak for the reporter.
  if (nonce.empty())
    return fail(ErrorCode::internal_error, "no random numbers can be had for the side channel");
  stop_ = false;
  const auto listener = [this, sink = context.events, fail_fast = context.request.fail_fast,
                         before = results_.settled().size()](const format::TestEvent* test) {
    if (fail_fast && test != nullptr && (test->status == Status::fail || test->status == Status::error))
      stop_ = true;
    if (sink) tell(sink, test, before);
  };
  const bool native = is_native(definition_);
  if (native)
    native_.emplace(
        definition_, places_, context.exercise.has_value(), listener,
        !skip.empty() || !only.empty() || !context.only.empty() || !context.request.filter.empty());
  else
    events_.emplace(nonce, listener,
                    [this](const format::EventStream::Question& question) { return decide(question); });
  outputs_ = format::TestOutputs(kMostOutputOfATest);
  steps_ = 0;

  run_limit_ = std::max(milliseconds(1), until(context.deadline));
  run_deadline_ = context.deadline;
  places_.seconds = std::chrono::duration_cast<std::chrono::seconds>(run_limit_).count();
  one_file_ = context.exercise && context.exercise->tests.size() == 1;
  step_limit_.reset();
  if (context.exercise)
    step_limit_ = std::max(kLeastStep, only.empty() ? run_limit_ / kPartOfStep : run_limit_);
  this_step_ = step_limit_.value_or(run_limit_);

  Plan plan;
  plan.phase = "testing";
  plan.info.name = definition_.name;
  if (stage_ == Stage::listing) plan.phase = "listing";
  if (!skip.empty()) plan.detail = "the rest";
  if (stage_ == Stage::again) plan.detail = "all once more";
  if (stage_ == Stage::retrying) plan.detail = retried_ + " once more";
  std::vector<std::string> words = fill(commands(context).command, places_);
  if (!context.exercise) {
    for (std::string& argument : option_arguments(definition_, context.request))
      words.push_back(std::move(argument));
    if (context.request.coverage) {
      for (std::string& word : fill(definition_.coverage.words, places_)) words.push_back(std::move(word));
    }
  }
  if (native) {
    if (auto begun = begin_native(context, skip, only, words); !begun) return tl::unexpected(begun.error());
  }
  plan.commands.push_back(command(context, words));
  plan.warnings = warnings_;
  if (native && !definition_.results.starts_with("file:")) plan.printed_report = definition_.format;
  if (native) return plan;
  plan.commands.front().channel = places_.private_ / "channel";
  plan.commands.front().environment.push_back(
      fmt::format("PROCTOR_CHANNEL={} {}", nonce, plan.commands.front().channel.native()));
  return plan;
}

void Declared::feed(Stream stream, std::string_view bytes) {
  if (stage_ == Stage::listing) return outputs_.feed(stream, bytes);
  if (stage_ != Stage::building) {
    outputs_.feed(stream, bytes);
    if (!native_) return;
    native_->feed(stream, bytes);
    note_steps();
  } else {
    append_cut(build_output_, bytes, kMostBuildOutput);
  }
}

format::Decision Declared::decide(const format::EventStream::Question& question) {
  constexpr std::size_t kMostNotWanted = 5'000;
  const bool wanted =
      question.file ? choice_.wants_file(question.id) : choice_.wants(question.id, question.name);
  if (wanted && !question.file && stage_ == Stage::listing) {
    if (planned_ids_.insert(question.id).second) planned_.push_back({question.id, question.in});
    return format::Decision::skip;
  }
  if (!wanted && !question.file && not_wanted_.size() < kMostNotWanted) not_wanted_.push_back(question.id);
  if (!wanted) return format::Decision::skip;
  return stop_ ? format::Decision::stop : format::Decision::run;
}

std::string Declared::feed_channel(int client, std::string_view bytes) {
  if (!events_) return {};
  const std::size_t steps = events().steps();
  std::string answers = events_->feed(client, bytes);
  if (stage_ == Stage::listing) return answers;
  if (events().steps() != steps) outputs_.mark();
  outputs_.turn_to(events_->current());
  note_steps();
  return answers;
}

void Declared::note_steps() {
  // The end is one step more; what is written behind it is none.
  const auto steps = events().steps() + (events().ended() ? 1U : 0U);
  if (std::exchange(steps_, steps) == steps) return;
  step_begin_ = Clock::now();
  if (!step_limit_) return;
  this_step_ = *step_limit_;
  if (stage_ != Stage::testing) return;
  const std::size_t put_off = results_.stalled().size();
  if (one_file_ && events().last_open() != nullptr) {
    // Nobody else needs the time that is left, but those that may have another chance.
    this_step_ = std::max(this_step_, share_of(until(run_deadline_), 1 + put_off));
  } else if (events().open() > 0 && put_off < kPutOff && run_limit_ / kPartOfPutOff >= kLeastStep) {
    // It will have all the time that the others leave. What is put off has lost its time so far, which is why
    // that is little, and done only as often as leaves most of the time to tests that are slow and right.
    // Where the second is as slow as the first, and no other has ended yet, it may be what they have in
    // common that takes time once: then it would take it again and again.
    const bool none_ended = results_.settled().size() == put_off &&
                            std::ranges::none_of(events().tests(), [](const format::TestEvent& test) {
                              return test.status.has_value();
                            });
    this_step_ = put_off > 0 && none_ended ? std::max(this_step_, until(run_deadline_) / kPartOfFirst)
                                           : run_limit_ / kPartOfPutOff;
  }
}

std::optional<Declared::Clock::time_point> Declared::step_deadline() const {
  if (stage_ == Stage::building || stage_ == Stage::listing || (!events_ && !native_)) return std::nullopt;
  // A project may have much to do after its last test; what it may take in all is limited anyway.
  if (!step_limit_) return std::nullopt;
  // To end is a step as each of the tests.
  if (steps_ > 0 || events().ended()) return step_begin_ + this_step_;
  return std::nullopt;
}

}  // namespace proctor::framework
