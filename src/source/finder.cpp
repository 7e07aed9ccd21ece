// The way from a text to its tests: parse, ask the query, put the captures together, describe each test.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <mutex>
#include <set>

#include "source/code.hpp"
#include "source/grammar.hpp"
#include "source/literal.hpp"
#include "source/places.hpp"
#include "source/query.hpp"
#include "source/tables.hpp"
#include "source/tests.hpp"
#include "source/thread_time.hpp"

namespace proctor::source {

struct Trees {
  std::vector<Tree> trees{};
  bool broken = false;   ///< the text has syntax errors
  bool complete = true;  ///< false: there is text that none of them is of
};

struct TestText::Read {
  std::string text;
  std::once_flag once{};
  Trees trees{};
};

TestText::TestText(std::string text) : read_(new Read{std::move(text)}) {}

const std::string& TestText::text() const {
  return read_->text;
}

namespace {

// What goes beyond these is no test file that somebody wrote.
constexpr std::size_t kLongestText = 1 << 20;
constexpr std::size_t kTests = 5'000;
constexpr std::size_t kGroupDepth = 100;
// Tests within tests show the same text again and again, groups within groups repeat their names.
constexpr std::size_t kTotalText = 8 << 20;
// A file that is read in sections takes no longer than one that is read as a whole.
constexpr std::chrono::seconds kSectionsTime{1};

/// Makes replacements of equal length.
std::string replaced(std::string text, const RE2& pattern, const std::string& with) {
  std::vector<re2::StringPiece> groups(static_cast<std::size_t>(1 + RE2::MaxSubmatch(with)));
  for (std::size_t at = 0; at <= text.size();) {
    const re2::StringPiece all(text);
    if (!pattern.Match(all, at, text.size(), RE2::UNANCHORED, groups.data(), static_cast<int>(groups.size())))
      break;
    const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
    const std::size_t length = groups[0].size();
    std::string made;
    if (pattern.Rewrite(&made, with, groups.data(), static_cast<int>(groups.size())) && made.size() == length)
      text.replace(begin, length, made);
    at = begin + std::max<std::size_t>(length, 1);
  }
  return text;
}

/// The trees of what is before the first section, and of each; as many as there is time for.
Trees sections(const Grammar& grammar, std::string_view text, const RE2& beginning) {
  const auto deadline = thread_time() + kSectionsTime;
  Trees read{.trees = {}, .broken = true};
  for (std::size_t begin = 0, at = 0; begin < text.size();) {
    if (thread_time() >= deadline) {
      read.complete = false;
      break;
    }
    re2::StringPiece match;
    std::size_t end = text.size();
    if (at < text.size() &&
        beginning.Match({text.data(), text.size()}, at, text.size(), RE2::UNANCHORED, &match, 1)) {
      end = static_cast<std::size_t>(match.data() - text.data());
      at = end + std::max<std::size_t>(match.size(), 1);
    }
    if (end > begin) {
      if (Tree tree = parse(grammar, text, begin, end)) {
        read.trees.push_back(std::move(tree));
      } else {
        read.complete = false;
      }
    }
    begin = end;
  }
  return read;
}

/// The tests with their names and places; their groups come from a walk over both in the order of the text.
class Placer {
 public:
  Placer(const Grammar& grammar, std::string_view separator, std::string_view text)
      : grammar_(grammar), separator_(separator), text_(text) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at) feeds_.push_back(at);
  }

  /// False if it is too much.
  bool place(const Places& places, std::vector<FoundTest>& tests) {
    auto group = places.groups.begin();
    auto perhaps = places.perhaps.begin();
    std::size_t perhaps_until = 0;
    for (const TestPlace& place : places.tests) {
      for (; perhaps != places.perhaps.end() && perhaps->begin <= place.range.begin; ++perhaps)
        perhaps_until = std::max(perhaps_until, perhaps->end);
      // A node may be both; then it is no group of its own.
      for (; group != places.groups.end() && encloses_or_precedes(group->range, place.range); ++group)
        if (!enter(*group)) return false;
      leave_before(place.range.begin);
      if (!add(place, tests)) return false;
      if (place.range.begin < perhaps_until) tests.back().literal = false;
    }
    return true;
  }

 private:
  struct Open {
    Range range;
    Name name;
    const std::set<int>* tasks;
  };

  static bool encloses_or_precedes(Range group, Range test) {
    return group.begin < test.begin || (group.begin == test.begin && group.end > test.end);
  }

  void leave_before(std::size_t at) {
    while (!open_.empty() && open_.back().range.end <= at) open_.pop_back();
  }

  bool enter(const GroupPlace& group) {
    leave_before(group.range.begin);
    if (open_.empty()) ++outermost_;
    if (open_.size() >= kGroupDepth) return false;
    open_.push_back(
        {group.range, group.name ? read_name(grammar_, *group.name, text_) : Name{"", false}, &group.tasks});
    return true;
  }

  bool add(const TestPlace& place, std::vector<FoundTest>& tests) {
    FoundTest test;
    const Name name = read_name(grammar_, *place.name, text_);
    test.name = name.text;
    test.literal = name.literal;
    const std::set<int>* tasks = &place.tasks;
    for (const Open& open : open_) {
      test.groups.push_back(open.name.text);
      test.id.append(open.name.text).append(separator_);
      test.literal = test.literal && open.name.literal;
    }
    for (auto open = open_.rbegin(); tasks->empty() && open != open_.rend(); ++open) tasks = open->tasks;
    if (tasks->size() == 1) test.task = *tasks->begin();
    test.id += name.text;
    if (!open_.empty()) test.group_number = outermost_;
    test.begin = place.range.begin;
    test.end = place.range.end;
    test.first_line = line_at(test.begin);
    test.last_line = line_at(test.end);
    total_ += 2 * test.id.size();
    tests.push_back(std::move(test));
    return total_ <= kTotalText;
  }

  int line_at(std::size_t at) const {
    return 1 + static_cast<int>(std::ranges::lower_bound(feeds_, at) - feeds_.begin());
  }

  const Grammar& grammar_;
  std::string_view separator_, text_;
  std::vector<Open> open_;
  std::vector<std::size_t> feeds_;  // where lines end
  std::size_t outermost_ = 0, total_ = 0;
};

/// Notes which tests the source starts for certain.
void note_started(const Places& places, std::string_view text, std::vector<FoundTest>& tests) {
  std::set<std::string_view> started;
  auto perhaps = places.perhaps.begin();
  std::size_t perhaps_until = 0;
  for (const Range& run : places.runs) {
    for (; perhaps != places.perhaps.end() && perhaps->begin <= run.begin; ++perhaps)
      perhaps_until = std::max(perhaps_until, perhaps->end);
    if (run.begin >= perhaps_until) started.insert(text.substr(run.begin, run.end - run.begin));
  }
  for (FoundTest& test : tests) test.started = test.literal && started.contains(test.name);
}

std::string show(const Code& code, CodeStyle style, const TestPlace& place) {
  switch (style) {
    case CodeStyle::body:
      return code.body(place.body);
    case CodeStyle::statements:
      return code.statements(place.body);
    case CodeStyle::block:
      return code.block(place.body, place.range.begin);
    case CodeStyle::whole:
    case CodeStyle::table:
      return code.whole(place.node, place.range.end);
  }
  return {};
}

}  // namespace

struct TestFinder::Parts {
  Rules rules;
  const Grammar* grammar;
  std::vector<std::pair<std::unique_ptr<RE2>, std::string>> parse;
  std::unique_ptr<RE2> section;  // null: there is none

  /// tests.scm, compiled the first time it is asked.
  const Result<Query>& tests() {
    std::call_once(tests_once_, [&] {
      tests_ = compile(rules.query, "tests.scm");
      if (tests_ && tests_->captures(Role::skip))
        tests_ = fail(ErrorCode::test_config_invalid, "tests.scm: @skip belongs into skips.scm");
    });
    return tests_;
  }

  /// skips.scm, the same.
  const Result<Query>& skips() {
    std::call_once(skips_once_, [&] { skips_ = compile(rules.skips, "skips.scm"); });
    return skips_;
  }

  const Trees& read(TestText::Read& text) const {
    std::call_once(text.once, [&] { text.trees = read(text.text); });
    return text.trees;
  }

  /// None for what can't be parsed.
  Trees read(std::string_view text) const {
    if (text.size() > kLongestText) return {};
    std::string parsed(text);
    for (const auto& [pattern, with] : parse) parsed = replaced(std::move(parsed), *pattern, with);
    Trees read;
    read.trees.push_back(source::parse(*grammar, parsed));
    if (!read.trees[0]) return {};
    read.broken = ts_node_has_error(ts_tree_root_node(read.trees[0].get()));
    return read.broken && section ? sections(*grammar, parsed, *section) : std::move(read);
  }

 private:
  Result<Query> compile(const std::string& text, std::string_view file) const {
    auto query = Query::compile(*grammar, text);
    if (!query) query.error().message = fmt::format("{}: {}", file, query.error().message);
    return query;
  }

  std::once_flag tests_once_, skips_once_;
  Result<Query> tests_ = fail(ErrorCode::internal_error, "");
  Result<Query> skips_ = fail(ErrorCode::internal_error, "");
};

namespace {

/// Adds what the query finds. False if it takes too long.
bool ask(const Query& query, const Trees& read, std::string_view text, std::vector<Match>& matches) {
  const auto deadline = thread_time() + kSectionsTime;
  for (const Tree& tree : read.trees) {
    if (thread_time() >= deadline) return false;
    bool complete = false;
    std::ranges::move(query.run(*tree, text, complete), std::back_inserter(matches));
    if (!complete) return false;
  }
  return true;
}

}  // namespace

TestFinder::TestFinder(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
TestFinder::TestFinder(TestFinder&&) noexcept = default;
TestFinder& TestFinder::operator=(TestFinder&&) noexcept = default;
TestFinder::~TestFinder() = default;

Result<TestFinder> TestFinder::make(Rules rules) {
  const Grammar* grammar = find_grammar(rules.grammar);
  if (grammar == nullptr)
    return fail(ErrorCode::test_config_invalid, fmt::format("there is no grammar '{}'; there are: {}",
                                                            rules.grammar, fmt::join(grammars(), ", ")));
  auto parts = std::make_unique<Parts>();
  parts->grammar = grammar;
  for (const auto& [pattern, with] : rules.parse) {
    RE2::Options options;
    options.set_log_errors(false);
    auto compiled = std::make_unique<RE2>(pattern, options);
    std::string error = compiled->error();
    if (!compiled->ok() || !compiled->CheckRewriteString(with, &error))
      return fail(ErrorCode::test_config_invalid,
                  fmt::format("'{}' can't be replaced by '{}' before parsing: {}", pattern, with, error));
    parts->parse.emplace_back(std::move(compiled), with);
  }
  if (!rules.section.empty()) {
    RE2::Options options;
    options.set_log_errors(false);
    parts->section = std::make_unique<RE2>(rules.section, options);
    if (!parts->section->ok())
      return fail(ErrorCode::test_config_invalid, fmt::format("'{}' can't be where a test begins: {}",
                                                              rules.section, parts->section->error()));
  }
  parts->rules = std::move(rules);
  return TestFinder(std::move(parts));
}

Result<void> TestFinder::check() const {
  if (const auto& tests = parts_->tests(); !tests) return tl::unexpected(tests.error());
  if (const auto& skips = parts_->skips(); !skips) return tl::unexpected(skips.error());
  return {};
}

Result<std::vector<Edit>> TestFinder::edits(const TestText& whole) const {
  if (parts_->rules.skips.empty()) return std::vector<Edit>();
  const auto& skips = parts_->skips();
  if (!skips) return tl::unexpected(skips.error());
  const Trees& read = parts_->read(*whole.read_);
  std::vector<Match> matches;
  if (read.trees.empty() || !read.complete || !ask(*skips, read, whole.text(), matches))
    return fail(ErrorCode::test_config_invalid,
                "it is too large, too deeply nested, or takes too long to read, so that what it skips isn't "
                "known");
  return collect(matches, whole.text()).edits;
}

Result<Found> TestFinder::find(const TestText& whole, std::span<const Table> tables) const {
  if (auto checked = check(); !checked) return tl::unexpected(checked.error());
  const std::string_view text = whole.text();
  Found unreadable;
  unreadable.broken = true;
  const Trees& read = parts_->read(*whole.read_);
  std::vector<Match> matches;
  if (read.trees.empty() || !ask(*parts_->tests(), read, text, matches) ||
      !ask(*parts_->skips(), read, text, matches))
    return unreadable;
  const Places places = collect(matches, text);
  if (places.tests.size() > kTests) return unreadable;

  Found found;
  found.broken = read.broken;
  if (!Placer(*parts_->grammar, parts_->rules.separator, text).place(places, found.tests)) return unreadable;
  note_started(places, text, found.tests);

  const Code code(text, places.cuts, raw_strings(*parts_->grammar, text));
  std::size_t total = 0;
  for (std::size_t i = 0; i < places.tests.size(); ++i) {
    found.tests[i].code = show(code, parts_->rules.code, places.tests[i]);
    total += found.tests[i].code.size();
    if (total > kTotalText) return unreadable;
  }
  if (parts_->rules.code == CodeStyle::table) {
    Tables reader(*parts_->grammar, code, places, kTotalText - total);
    found.tables = reader.outside();
    for (std::size_t i = 0; i < places.tests.size(); ++i) found.tests[i].rows = reader.rows(i, tables);
  }
  return found;
}

}  // namespace proctor::source
