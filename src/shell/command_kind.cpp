#include "shell/command_kind.hpp"

#include <fmt/format.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "base/text.hpp"
#include "shell/commands.hpp"

namespace proctor::shell {
namespace {

// Nobody types more before the words that tell what a command is.
constexpr std::size_t kLongestLooked = 4'000;
constexpr std::int64_t kMemory = 64 << 20;

// In the order of Kind.
constexpr std::array kKinds = std::to_array<std::string_view>(
    {"no", "asks", "loose", "tests", "script", "shell", "text", "each", "through"});

struct Row {
  Kind kind{};
  std::string pattern{};
  std::string tool{};  // of `sums`
  bool is_quiet = false;
  std::size_t own = 0;  // words of its own before those of the inner command
  std::vector<std::string> with_value{};
};

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(' ', at)) != text.npos;) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

// "go test": the folder of `go` may be named, and options with a value each may stand before `test`.
std::string pattern_of(const std::vector<std::string_view>& words) {
  std::string pattern;
  bool any_words = false;
  for (const std::string_view word : words) {
    if (word == "...") {
      any_words = true;
      continue;
    }
    if (pattern.empty())
      pattern = R"((?:\S*/)?)";
    else
      pattern += any_words ? R"((?: \S+)*? )" : R"((?: [-+]\S*(?: [^-+\s]\S*)?)*? )";
    pattern += fmt::format("(?:{})", word);
    any_words = false;
  }
  return pattern;
}

Row read_row(std::string_view line) {
  const std::size_t semicolon = std::min(line.find("; "), line.size());
  auto words = split(line.substr(0, semicolon));
  const std::string_view name = words.front();
  words.erase(words.begin());
  Row row{.kind = Kind::other, .is_quiet = name == "quiet"};
  if (name == "sums") {
    row.tool = words.front();
    words.erase(words.begin());
  } else if (!row.is_quiet) {
    row.kind = static_cast<Kind>(std::ranges::find(kKinds, name) - kKinds.begin());
  }
  row.pattern = pattern_of(words);
  if (semicolon == line.size()) return row;
  const auto behind = split(line.substr(semicolon + 1));
  std::from_chars(behind.front().data(), behind.front().data() + behind.front().size(), row.own);
  row.with_value.assign(behind.begin() + 1, behind.end());
  return row;
}

class Table {
 public:
  Table() : all_(options(), RE2::ANCHOR_BOTH), runners_(options(), RE2::ANCHOR_BOTH) {
    for (const std::string_view line : split_lines(commands_table())) {
      if (line.empty() || line.starts_with('#')) continue;
      Row row = read_row(line);
      add(all_, row.pattern);
      if (row.kind == Kind::tests || row.kind == Kind::loose) add(runners_, row.pattern);
      rows_.push_back(std::move(row));
    }
    if (!all_.Compile() || !runners_.Compile()) throw std::logic_error("commands.txt has too many rows");
  }

  // The kinds of all rows that fit.
  std::vector<const Row*> fitting(const std::string& text) const {
    std::vector<int> found;
    std::vector<const Row*> rows;
    RE2::Set::ErrorInfo error{};
    if (!all_.Match(text, &found, &error) && error.kind == RE2::Set::kOutOfMemory) return {&doubt_};
    rows.reserve(found.size());
    for (const int index : found) rows.push_back(&rows_[static_cast<std::size_t>(index)]);
    return rows;
  }

  bool begins_with_runner(std::string_view text) const {
    std::vector<int> found;
    RE2::Set::ErrorInfo error{};
    return runners_.Match({text.data(), text.size()}, &found, &error) || error.kind == RE2::Set::kOutOfMemory;
  }

 private:
  static RE2::Options options() {
    RE2::Options options;
    options.set_max_mem(kMemory);
    options.set_log_errors(false);
    options.set_encoding(RE2::Options::EncodingLatin1);
    return options;
  }
  static void add(RE2::Set& set, const std::string& pattern) {
    std::string error;
    if (set.Add(pattern + "(?: .*)?", &error) < 0)
      throw std::logic_error(fmt::format("commands.txt: {}: {}", pattern, error));
  }

  RE2::Set all_, runners_;
  std::vector<Row> rows_{};
  Row doubt_{.kind = Kind::loose};
};

const Table& table() {
  static const Table kTable;
  return kTable;
}

// Words with a blank between two; blanks in words become something else.
std::string normalised(const std::vector<Word>& words, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < words.size() && text.size() < kLongestLooked; ++i) {
    if (i > first) text += ' ';
    const std::size_t begin = text.size();
    text += words[i].text.empty() ? "''" : words[i].text;
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(),
        [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }, '\x1f');
  }
  return text;
}

// Where the inner command begins, behind a row's words, its program's options and its own words.
std::size_t inner_command(const Row& row, const std::vector<Word>& words, std::size_t first,
                          const std::string& text) {
  static const RE2 kAssignment(R"(^\w+=)");
  re2::StringPiece rest(text);
  RE2::Consume(&rest, RE2(row.pattern + "(?: |$)", RE2::Latin1));
  std::size_t at = first + split(std::string_view(text).substr(0, text.size() - rest.size())).size();
  for (std::size_t own = row.own; at < words.size(); ++at) {
    const std::string& word = words[at].text;
    const bool is_assignment = RE2::PartialMatch(word, kAssignment);
    if (std::ranges::find(row.with_value, word) != row.with_value.end()) {
      ++at;
    } else if (!word.starts_with('-') && !word.starts_with('+') && !is_assignment) {
      if (own == 0) break;
      --own;
    }
  }
  return std::min(at, words.size());
}

}  // namespace

CommandKind command_kind(const std::vector<Word>& words, std::size_t first) {
  if (first >= words.size()) return {};
  const std::string text = normalised(words, first);
  const auto rows = table().fitting(text);
  const auto is_runner = [](Kind kind) {
    return kind == Kind::loose || kind == Kind::tests || kind == Kind::script;
  };
  const bool runs = std::ranges::any_of(rows, is_runner, &Row::kind);
  const Row* found = nullptr;
  CommandKind kind;
  for (const Row* row : rows) {
    if (!row->tool.empty()) kind.sums = row->tool;
    kind.is_quiet = kind.is_quiet || row->is_quiet;
    if (row->kind == Kind::other || (row->kind == Kind::asks && !runs)) continue;
    if (found == nullptr || row->kind < found->kind) found = row;
  }
  if (kind.is_quiet) kind.sums.clear();
  if (found == nullptr) return kind;
  kind.kind = found->kind;
  kind.behind = found->kind < Kind::text ? first : inner_command(*found, words, first, text);
  return kind;
}

std::string find_runner(std::string_view text) {
  constexpr std::size_t kLookedAt = 200;
  std::string plain(text);
  static const RE2 kBetween(R"([^\w./+:@=$*-]+)");
  RE2::GlobalReplace(&plain, kBetween, " ");
  const std::string_view all = plain;
  for (std::size_t at = 0; (at = all.find_first_not_of(' ', at)) != all.npos;) {
    const std::string_view here = all.substr(at, kLookedAt);
    const std::size_t end = std::min(all.find(' ', at), all.size());
    if (table().begins_with_runner(here)) {
      const auto words = split(here);
      std::string found(words.front());
      // One word is enough for `pytest`, not for `go test`.
      if (!table().begins_with_runner(found) && words.size() > 1) (found += ' ') += words[1];
      return found;
    }
    at = end;
  }
  return {};
}

}  // namespace proctor::shell
