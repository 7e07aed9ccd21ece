#include "format/words.hpp"

#include <fmt/format.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

namespace proctor::format {
namespace {

constexpr std::int64_t kMemory = 64 << 20;  // of the automaton; some 5 MiB are used
constexpr int kMostPrefixes = 2;            // before each other: a name, and a time behind it

constexpr std::array kNames =
    std::to_array<std::pair<std::string_view, Word>>({{"failed", Word::failed},
                                                      {"excused", Word::excused},
                                                      {"passed", Word::passed},
                                                      {"passed_some", Word::passed_some},
                                                      {"none", Word::none},
                                                      {"nothing", Word::nothing},
                                                      {"begins", Word::begins},
                                                      {"ends", Word::ends}});

// Lines are bytes: what isn't UTF-8 mustn't hide what stands beside it.
RE2::Options options() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_max_mem(kMemory);
  options.set_log_errors(false);
  options.set_never_capture(true);
  return options;
}

std::string anchored(const std::string& pattern) {
  return pattern.starts_with('^') ? pattern : "[ \t]*(?:" + pattern + ")";
}

}  // namespace

std::span<const std::pair<std::string_view, Word>> all_words() {
  return kNames;
}

std::string row_fault(const std::string& pattern) {
  std::string fault;
  RE2::Set(options(), RE2::ANCHOR_BOTH).Add(pattern, &fault);
  return fault;
}

struct WordTable::Automaton {
  std::vector<WordRow> rows{};
  RE2::Set set{options(), RE2::ANCHOR_BOTH};
  std::unique_ptr<RE2> prefix{};
  int prefix_row = -1;        // of the set, behind the rows: a line with a prefix. One search answers all.
  std::once_flag compiled{};  // with the first line: that takes some milliseconds, and most calls print none

  // `has_prefix` is set if the line begins with a prefix.
  Match match_whole(std::string_view line, bool& has_prefix) {
    std::call_once(compiled, [this] { set.Compile(); });
    std::vector<int> indexes;
    RE2::Set::ErrorInfo error{};
    Match match;
    has_prefix = false;
    // Most lines match nothing. To ask for that alone is faster: the set allocates where it tells which do.
    if (set.Match(line, nullptr, &error) && set.Match(line, &indexes, &error)) {
      for (const int index : indexes) {
        if (index == prefix_row)
          has_prefix = true;
        else
          match.rows.push_back(&rows.at(static_cast<std::size_t>(index)));
      }
    }
    match.in_doubt = error.kind != RE2::Set::kNoError;
    return match;
  }
};

WordTable::WordTable(std::unique_ptr<Automaton> automaton) : automaton_(std::move(automaton)) {}
WordTable::~WordTable() = default;
WordTable::WordTable(WordTable&&) noexcept = default;
WordTable& WordTable::operator=(WordTable&&) noexcept = default;

Result<WordTable> WordTable::make(std::vector<WordRow> rows, const std::vector<std::string>& prefixes) {
  auto automaton = std::make_unique<Automaton>();
  std::string error;
  for (const WordRow& row : rows) {
    if (automaton->set.Add(anchored(row.pattern), &error) < 0)
      return fail(ErrorCode::invalid_request, fmt::format("{}: {}: {}", row.tool, row.pattern, error));
  }
  automaton->rows = std::move(rows);
  if (!prefixes.empty()) {
    automaton->prefix = std::make_unique<RE2>(fmt::format("(?:{})", fmt::join(prefixes, "|")), options());
    if (!automaton->prefix->ok())
      return fail(ErrorCode::invalid_request, fmt::format("prefixes: {}", automaton->prefix->error()));
    automaton->prefix_row = automaton->set.Add(automaton->prefix->pattern() + "(?s:.*)", nullptr);
  }
  return WordTable(std::move(automaton));
}

WordTable::Match WordTable::match(std::string_view line) const {
  bool has_prefix = false;
  Match match = automaton_->match_whole(line, has_prefix);
  // What ends a test may stand behind anything that the test printed.
  const auto says_little = [](const Match& found) {
    return std::all_of(found.rows.begin(), found.rows.end(),
                       [](const WordRow* row) { return row->word == Word::ends; });
  };
  re2::StringPiece rest(line);
  for (int i = 0; i < kMostPrefixes && says_little(match) && has_prefix; ++i) {
    if (!RE2::Consume(&rest, *automaton_->prefix)) break;
    Match behind = automaton_->match_whole({rest.data(), rest.size()}, has_prefix);
    behind.in_doubt = behind.in_doubt || match.in_doubt;
    if (!behind.rows.empty()) match = std::move(behind);
  }
  return match;
}

void WordReader::line(std::string_view line) {
  if (line.empty()) return;
  const WordTable::Match match = table_.match(line);
  said_.in_doubt = said_.in_doubt || match.in_doubt;
  const auto excused = [&match](const WordRow& failure) {
    return std::any_of(match.rows.begin(), match.rows.end(), [&failure](const WordRow* row) {
      return row->word == Word::excused && row->tool == failure.tool;
    });
  };
  const auto keep = [line](std::string& place) {
    if (place.empty()) place = line;
  };
  bool failed = false;
  for (const WordRow* row : match.rows) failed = failed || (row->word == Word::failed && !excused(*row));
  if (failed && !being_ended_ && said_.failure_lines.size() < kFailureLines)
    said_.failure_lines.emplace_back(line);
  for (const WordRow* row : match.rows) {
    switch (row->word) {
      case Word::failed:
      case Word::excused:
        break;
      case Word::passed:
        if (failed) break;
        keep(said_.passed);
        said_.passed_by.insert(row->tool);
        break;
      case Word::passed_some:
        if (failed) break;
        keep(said_.passed_some);
        said_.passed_by.insert(row->tool);
        break;
      case Word::none:
        keep(said_.none);
        break;
      case Word::nothing:
        keep(said_.nothing);
        break;
      case Word::begins:
        ++runs_[row->tool].begun;
        keep(runs_[row->tool].first);
        break;
      case Word::ends:
        ++runs_[row->tool].ended;
        break;
    }
  }
}

Said WordReader::finish() {
  for (const auto& [tool, runs] : runs_) {
    if (runs.ended > 0) said_.ended[tool] = runs.ended;
    if (runs.begun > runs.ended && said_.unfinished.empty()) said_.unfinished = runs.first;
  }
  if (!said_.passed.empty() || !said_.passed_some.empty() || !said_.failure_lines.empty()) {
    said_.none.clear();
    said_.nothing.clear();
  }
  return std::move(said_);
}

}  // namespace proctor::format
