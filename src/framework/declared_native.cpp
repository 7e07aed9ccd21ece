// What a declared framework does more where its tool writes the report: which tests there are, and which of
// them the tool is told to run.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "framework/declared.hpp"
#include "framework/framework_ids.hpp"

namespace proctor::framework {
namespace {

constexpr std::size_t kMostList = 16U << 20U;
constexpr std::size_t kMostListErrors = 64U << 10U;
constexpr std::size_t kMostListSaid = 2'000;  // of a list that failed, in an error
constexpr std::chrono::milliseconds kLeastToDecide{1'000};
constexpr int kPartOfList = 2;  // of the time that is left
constexpr std::string_view kSelection = "{selection}";

// Whether a test that was seen is the listed one, or a part or a row of it. Not every report says the file.
bool is_seen_as(const TestId& listed, const TestId& seen, const std::string& separator) {
  if (listed.suite != seen.suite || (listed.file != seen.file && !listed.file.empty() && !seen.file.empty()))
    return false;
  if (!seen.name.starts_with(listed.name)) return false;
  const std::string_view rest = std::string_view(seen.name).substr(listed.name.size());
  return rest.empty() || rest.front() == '[' || rest.front() == '(' ||
         (!separator.empty() && rest.starts_with(separator));
}

}  // namespace

// What is asked for by names or by a path, for a `list` that can tell of these tests alone.
std::vector<std::string> Declared::words_of_list(const Context& context) const {
  Request path;
  path.match_path = context.request.match_path;
  path.paths = context.request.paths;
  std::vector<std::string> words = option_arguments(definition_, path);
  if (!context.seen.empty()) return words;  // what nobody has seen is to be told, too
  Tests asked;
  for (const TestId& one : context.only) {
    if (!called(one, places_.root).second) return words;  // by its name alone: of any file
    asked.push_back(test_of(one, places_.root));
    if (!asked.back().suite.empty())
      return words;  // of a suite, or a name with "::" in it: the list will tell
  }
  if (std::ranges::any_of(context.only, is_whole)) return words;
  for (std::string& word :
       words_for(definition_.some, asked, definition_.source.separator).value_or(std::vector<std::string>()))
    words.push_back(std::move(word));
  return words;
}

// Not for what the tool itself chooses: then nobody knows what it leaves out.
Result<void> Declared::ask_for_tests(const Context& context) {
  const Definition::Commands& chosen = commands(context);
  if (!is_native(definition_) || chosen.list.empty() || !context.side_run) return {};
  if (!context.request.filter.empty() && definition_.options.contains("filter")) return {};
  std::vector<std::string> words = fill(chosen.list, places_);
  if (const auto place = std::find(words.begin(), words.end(), kSelection); place != words.end()) {
    const std::vector<std::string> named = words_of_list(context);
    words.insert(words.erase(place), named.begin(), named.end());
  } else if (!context.request.match_path.empty() || !context.request.paths.empty()) {
    if (context.request.filter.empty()) return {};
    return fail(
        ErrorCode::invalid_request,
        fmt::format("filter: {} can't be asked for it together with match_path; leave one of them out",
                    definition_.title),
        {{"field", "filter"}});
  }
  const auto limit =
      std::chrono::duration_cast<std::chrono::milliseconds>(context.deadline - Clock::now()) / kPartOfList;
  const supervise::Outcome outcome =
      context.side_run(command(context, words), limit, [this](Stream stream, std::string_view bytes) {
        std::string& text = stream == Stream::out ? list_ : list_errors_;
        const std::size_t most = stream == Stream::out ? kMostList : kMostListErrors;
        text += bytes.substr(0, most - std::min(most, text.size()));
      });
  // Without a filter the tests are run all the same: why there is no list is told by them, too.
  const Termination& end = outcome.termination;
  // (A list that is cut short would have a shard leave tests out that no other has.)
  const bool cut = context.request.shard && list_.size() >= kMostList;
  if (end.kind != Termination::Kind::exited || end.code != 0 || cut) {
    if (context.request.filter.empty()) return {};
    // No test can be chosen then, and all are more than was asked for.
    const std::string said = list_errors_ + list_;
    const bool ended = end.kind == Termination::Kind::exited;
    return fail(
        ErrorCode::test_config_invalid,
        fmt::format("filter: `{}` tells which tests there are, and it failed ({}). Mend that, or leave "
                    "the filter out. It printed:\n{}",
                    fmt::join(words, " "), ended ? fmt::format("exit code {}", end.code) : end.evidence,
                    to_valid_utf8(said.substr(said.size() - std::min(said.size(), kMostListSaid)))),
        {{"field", "filter"}});
  }
  NativeReport report(definition_, places_, context.exercise.has_value());
  report.feed_plan(list_);
  listed_ = report.listed();
  return {};
}

std::optional<std::vector<TestId>> Declared::list(const Context& context) {
  if (!listed_) (void)ask_for_tests(context);  // what has to be built first hasn't asked yet
  if (!listed_) return std::nullopt;
  const std::string below = places_.root.string() + '/';
  std::vector<TestId> tests;
  for (const format::TestEvent& event : *listed_) {
    TestId& test = tests.emplace_back(name_of(event));
    if (test.file.starts_with(below)) test.file.erase(0, below.size());
  }
  return tests;
}

// A test as the tool is told of it, which nobody has listed.
format::TestEvent Declared::named_test(const TestId& one) const {
  format::TestEvent test = test_of(one, places_.root);
  const bool whole = is_whole(one) && !test.suite.empty();
  test.id = whole || test.name.empty() ? test.suite
            : test.suite.empty()       ? test.name
                                       : test.suite + definition_.source.separator + test.name;
  return test;
}

// To a tool that finds new tests by itself: those that aren't new, and those that are to be left out all the
// same.
std::vector<std::string> Declared::words_of_seen(const Context& context, const Tests& left_out) const {
  if (listed_ || context.seen.empty() || definition_.seen.words.empty()) return {};
  const std::string& separator = definition_.source.separator;
  Tests seen;
  for (const TestId& one : context.seen) seen.push_back(named_test(one));
  std::vector<std::string> words =
      words_for(definition_.seen, seen, separator).value_or(std::vector<std::string>());
  if (left_out.empty()) return words;
  for (std::string& word :
       words_for(definition_.without, left_out, separator).value_or(std::vector<std::string>()))
    words.push_back(std::move(word));
  return words;
}

// What the request asks for by names or by its filter; nothing: all.
std::optional<Tests> Declared::asked_tests(const Context& context) const {
  const std::string& filter = context.request.filter;
  const std::string& separator = definition_.source.separator;
  if (context.only.empty() && (filter.empty() || !listed_)) return std::nullopt;
  Tests asked;
  if (!listed_) {
    for (const TestId& one : context.only) {
      asked.push_back(named_test(one));
      if (is_whole(one) && asked.back().suite.empty())
        return std::nullopt;  // what stands in its file isn't known
    }
    return asked;
  }
  for (const TestId& one : context.only) {
    const std::size_t before = asked.size();
    for (const format::TestEvent& test : *listed_)
      if (is_asked(one, test, separator)) asked.push_back(test);
    if (asked.size() > before) continue;
    const format::TestEvent part = test_of(one, places_.root);
    // What failed outside of tests is had again with the tests of its file, or with all.
    if (is_whole(one)) {
      std::ranges::copy_if(*listed_, std::back_inserter(asked), [&part](const format::TestEvent& test) {
        return test.file == part.file || (!part.suite.empty() && test.suite == part.suite);
      });
      if (asked.size() == before) asked.insert(asked.end(), listed_->begin(), listed_->end());
      continue;
    }
    // A part of a test is known only when it has run.
    for (const format::TestEvent& test : *listed_) {
      if (separator.empty() || (part.suite != test.suite && part.suite != name_of(test).suite) ||
          (!part.file.empty() && !test.file.empty() && part.file != test.file) ||
          !part.name.starts_with(test.name + separator))
        continue;
      asked.push_back(test);
      asked.back().name = part.name;
    }
  }
  for (const format::TestEvent& test : *listed_) {
    const bool is_new = !context.seen.empty() && std::ranges::none_of(context.seen, [&](const TestId& seen) {
      return is_seen_as(name_of(test), seen, separator);
    });
    if (is_new) asked.push_back(test);
  }
  if (context.only.empty()) asked = *listed_;
  const RE2 pattern(filter, RE2::Quiet);
  std::erase_if(asked, [&](const format::TestEvent& test) { return !RE2::PartialMatch(test.name, pattern); });
  return asked;
}

// All but those with the ids of `skip`; or those of `only`; without both, what the request asks for.
Declared::Selected Declared::choose(const Context& context, const std::vector<std::string>& skip,
                                    const std::vector<std::string>& only) const {
  const std::string& separator = definition_.source.separator;
  const auto known = [this](const std::vector<std::string>& ids) {
    const std::set<std::string_view> wanted(ids.begin(), ids.end());
    Tests tests;
    for (const DeclaredResults::Test& test : results_.tests())
      if (wanted.contains(test.event.id)) tests.push_back(test.event);
    return tests;
  };
  const std::set<std::string_view> left_out(skip.begin(), skip.end());
  std::optional<Tests> asked = only.empty() ? asked_tests(context) : known(only);
  Selected choice;
  choice.named = asked.has_value();
  Tests wanted = asked ? std::move(*asked) : listed_.value_or(Tests());
  if (shares_ && listed_) {
    std::erase_if(wanted, [this](const format::TestEvent& test) { return !shares_->has(test.id); });
    choice.named = true;
  }
  std::erase_if(wanted, [&](const format::TestEvent& test) { return left_out.contains(test.id); });
  if (listed_) choice.wanted = wanted;
  if (!choice.named && file_words_) {
    if (skip.empty()) choice.words = file_words_;
    return choice;
  }
  if (!choice.named) {
    choice.words.emplace();
    if (!skip.empty()) choice.words = words_for(definition_.without, known(skip), separator);
    if (choice.words) {
      for (std::string& word : fill(commands(context).all, places_)) choice.words->push_back(std::move(word));
      return choice;
    }
  }
  choice.words = words_for(definition_.some, wanted, separator);
  if (choice.words && only.empty()) {
    for (std::string& word : words_of_seen(context, known(skip))) choice.words->push_back(std::move(word));
  }
  return choice;
}

// Of several tests that were under way when the program ended, which was it? The next run will tell.
bool Declared::undecided(const Context& context) {
  const bool ended = last_.kind == Termination::Kind::exited || last_.kind == Termination::Kind::signalled;
  const bool able = native_ && ended && !serial_ && !definition_.serial.empty() && stage_ == Stage::testing &&
                    Clock::now() + kLeastToDecide < context.deadline;
  if (!able || events().open() < 2 || !choose(context, results_.settled(), {}).words) return false;
  return serial_ = true;
}

// Puts the words that name the tests into the command.
Result<void> Declared::begin_native(const Context& context, const std::vector<std::string>& skip,
                                    const std::vector<std::string>& only, std::vector<std::string>& words) {
  Selected choice = choose(context, skip, only);
  if (choice.named && listed_ && choice.wanted.empty())
    return fail(ErrorCode::test_none_ran, none_reason(context));
  if (!choice.words)
    return fail(ErrorCode::invalid_request,
                fmt::format("{} can't be told to run these tests alone: leave out what names them",
                            definition_.title));
  auto place = std::find(words.begin(), words.end(), kSelection);
  if (place != words.end()) place = words.erase(place);
  if (serial_)
    choice.words->insert(choice.words->begin(), definition_.serial.begin(), definition_.serial.end());
  words.insert(place, choice.words->begin(), choice.words->end());
  to_run_ = std::move(choice.wanted);
  if (listed_) native_->feed_plan(list_);
  return {};
}

}  // namespace proctor::framework
