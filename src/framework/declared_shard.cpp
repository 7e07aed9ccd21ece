// What a declared framework does more where its tests are shared by several runs (`--shard 3/10`): it asks
// which tests there are, and shares them out (sharding.hpp).
//
// A tool is asked by `run.list`. A reporter is run as it is for the tests themselves, and each test that it
// plans or asks for is noted and left out.
#include <fmt/format.h>

#include <utility>

#include "base/head_and_tail.hpp"
#include "base/text.hpp"
#include "framework/declared.hpp"
#include "framework/declared_time.hpp"

namespace proctor::framework {
namespace {

using Kind = Termination::Kind;

constexpr std::size_t kMostFiles = 4U << 20U;  // bytes of their names
constexpr int kPartOfFiles = 2;                // of the time that is left

}  // namespace

Result<Plan> Declared::first_plan(const Context& context) {
  const bool lists = context.request.shard && !is_native(definition_);
  return lists ? list_plan(context) : test_plan(context, {}, {});
}

std::optional<Shard> Declared::shard() const {
  if (!shares_) return std::nullopt;
  Shard shard = shares_->shard();
  if (shares_files_) shard.by = "files";
  return shard;
}

Error Declared::no_list(const std::string& why) const {
  return {ErrorCode::test_incomplete,
          fmt::format("{} couldn't tell which tests there are ({}). So they couldn't be shared, and all of "
                      "them were run here: mend that, or leave out --shard.",
                      definition_.title, why)};
}

Result<Plan> Declared::list_plan(const Context& context) {
  stage_ = Stage::listing;
  auto plan = test_plan(context, {}, {});
  runs_ = 0;  // what comes next is the first run of the tests
  return plan;
}

Result<std::optional<Plan>> Declared::take_list(const Context& context, const supervise::Outcome& outcome) {
  events_->close();
  broken_ += events_->broken();
  const bool whole = last_.kind == Kind::exited && events().ended();
  stage_ = Stage::testing;
  if (last_.kind == Kind::cancelled || last_.kind == Kind::timed_out || last_.kind == Kind::stalled) {
    nothing_tested(context, outcome);
    return std::optional<Plan>();
  }
  if (!whole) {
    unshared_ = no_list("it came to no proper end when it was asked");
  } else if (!planned_.empty()) {
    shares_ = std::make_shared<Shares>(*context.request.shard, definition_.source.separator, planned_,
                                       context.times);
    // (What can't be loaded is told of by every shard.)
    const bool complains = !events().error().empty() && !events().none_there();
    if (shares_->shard().tests == 0 && !complains)
      return fail(ErrorCode::test_none_ran, none_reason(context));
  }
  auto plan = test_plan(context, {}, {});
  if (!plan) return tl::unexpected(plan.error());
  return std::optional<Plan>(std::move(*plan));
}

// Of a tool that tells where its tests are, and not which. A line of `run.files` is what the tool calls the
// whole of some tests: a file, a class. Where it can be told what to leave out, that is what it is told: what
// isn't on the list is then run in every shard, and not in none.
Result<void> Declared::share_files(const Context& context) {
  const Request& request = context.request;
  if (!request.filter.empty() || !context.only.empty() || !request.match_path.empty() ||
      !request.paths.empty()) {
    return invalid_field("--shard", fmt::format("{} can only share all tests, file by file: leave out what "
                                                "chooses among them",
                                                definition_.title));
  }
  const bool by_tool = definition_.options.contains("shard");
  if (by_tool && (request.shard->by == ShardWish::By::time || !request.shard->timings.empty())) {
    return invalid_field("--by",
                         fmt::format("time: {} shares its files itself, about the same number to each "
                                     "shard; leave out --by time and --timings",
                                     definition_.title));
  }
  std::string listed, said;
  const auto limit =
      std::chrono::duration_cast<std::chrono::milliseconds>(until(context.deadline)) / kPartOfFiles;
  const Termination end =
      context
          .side_run(command(context, fill(commands(context).files, places_)), limit,
                    [&](Stream stream, std::string_view bytes) {
                      append_cut(stream == Stream::out ? listed : said, bytes, kMostFiles);
                    })
          .termination;
  if (end.kind != Kind::exited || end.code != 0 || listed.size() >= kMostFiles) {
    const std::string_view last = trim(said);
    const std::string why =
        fmt::format("what names its test files failed: {}{}{}", end.evidence, last.empty() ? "" : ": ",
                    for_terminal(last.substr(last.rfind('\n') + 1)));
    if (by_tool)
      return fail(ErrorCode::test_incomplete,
                  fmt::format("{} can't share its tests, and none was run: {}.", definition_.title, why));
    unshared_ = no_list(why);
    return {};
  }
  std::vector<SharedTest> files;
  for (const std::string_view line : split_lines(listed))
    if (!trim(line).empty()) files.push_back({std::string(trim(line)), std::string(trim(line))});
  if (files.empty()) return fail(ErrorCode::test_none_ran, none_reason(context));
  ShardWish wish = *request.shard;
  // A tool that shares them itself does it in turn, in the order of their names, as a share by count does.
  wish.by = by_tool ? ShardWish::By::count : ShardWish::By::file;
  shares_ = std::make_shared<Shares>(wish, definition_.source.separator, files,
                                     by_tool ? TestTimes() : context.times);
  shares_files_ = true;
  Tests here, elsewhere;
  for (const SharedTest& file : files) {
    format::TestEvent whole;
    whole.id = whole.file = whole.suite = file.id;
    (shares_->has(file.id) ? here : elsewhere).push_back(std::move(whole));
  }
  if (here.empty()) return fail(ErrorCode::test_none_ran, none_reason(context));
  if (by_tool) return {};
  const bool leaves_out = !definition_.without.words.empty();
  file_words_ = leaves_out && elsewhere.empty()
                    ? std::vector<std::string>()
                    : words_for(leaves_out ? definition_.without : definition_.some,
                                leaves_out ? elsewhere : here, definition_.source.separator);
  if (!file_words_) {
    return invalid_field("--shard", fmt::format("{} can't be told to run these files alone; a shard may have "
                                                "too many of them: ask for more shards",
                                                definition_.title));
  }
  if (leaves_out)
    for (std::string& word : fill(commands(context).all, places_)) file_words_->push_back(std::move(word));
  if (request.shard->by != ShardWish::By::file)
    warnings_.push_back(fmt::format("{} doesn't tell its tests before it runs them: whole files are shared.",
                                    definition_.title));
  return {};
}

// Tests that the tool can't run apart from each other stay together.
Result<void> Declared::share_native(const Context& context) {
  if (!context.request.shard || !is_native(definition_) || shares_) return {};
  const auto refuse = [this](const char* why) {
    return fail(ErrorCode::invalid_request,
                fmt::format("--shard: the tests of {} can't be shared: {}", definition_.title, why),
                {{"field", "--shard"}});
  };
  if (commands(context).list.empty() && !commands(context).files.empty()) return share_files(context);
  if (commands(context).list.empty())
    return refuse("it can't tell which tests there are without running them");
  if (definition_.some.words.empty()) return refuse("it can't be told to run some of them alone");
  if (!context.request.filter.empty() && definition_.options.contains("filter"))
    return refuse("it chooses by --filter itself, and nobody knows which; leave out the filter");
  if (!listed_) {
    unshared_ = no_list("its list failed");
    return {};
  }
  const std::string& separator = definition_.source.separator;
  const std::optional<Tests> asked = asked_tests(context);
  std::vector<SharedTest> tests;
  for (const format::TestEvent& test : asked ? *asked : *listed_) {
    SharedTest& shared = tests.emplace_back(SharedTest{test.id, test.file});
    const auto words = words_for(definition_.some, {test}, separator);
    if (!words) return refuse("one of them isn't known by what it would be named by");
    for (const std::string& word : *words) shared.unit += word + '\x1f';
  }
  if (tests.empty()) return fail(ErrorCode::test_none_ran, none_reason(context));
  shares_ = std::make_shared<Shares>(*context.request.shard, separator, tests, context.times);
  return {};
}

}  // namespace proctor::framework
