// What the lines that tools print for people say of tests, as data: a table of patterns, of which one
// automaton (RE2::Set) is made. The rows stand in frameworks/: words.toml says what each kind means.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace proctor::format {

/// What a line says.
enum class Word { failed, excused, passed, passed_some, none, nothing, begins, ends };

/// All of them by name, such as "passed_some".
std::span<const std::pair<std::string_view, Word>> all_words();

struct WordRow {
  std::string tool{};
  Word word = Word::failed;
  std::string pattern{};  ///< RE2, of a whole line; unless it begins with ^, blanks may stand before it
};

/// Why no row can have this pattern; empty: it can.
std::string row_fault(const std::string& pattern);

class WordTable {
 public:
  /// `prefixes` are patterns of what tools that run several programs put before each of their lines.
  /// INVALID_REQUEST names a pattern that RE2 doesn't take.
  static Result<WordTable> make(std::vector<WordRow> rows, const std::vector<std::string>& prefixes);
  ~WordTable();
  WordTable(WordTable&&) noexcept;
  WordTable& operator=(WordTable&&) noexcept;

  struct Match {
    std::vector<const WordRow*> rows{};
    bool in_doubt = false;  ///< the automaton had no memory left to tell
  };
  /// The rows that match a line, which is without colours and without blanks at its end. Of a line that none
  /// matches, what stands behind a prefix is tried.
  Match match(std::string_view line) const;

 private:
  struct Automaton;
  explicit WordTable(std::unique_ptr<Automaton> automaton);
  std::unique_ptr<Automaton> automaton_;
};

/// What the lines of an output say together. Memory doesn't grow with it.
struct Said {
  std::vector<std::string> failure_lines{};    ///< at most WordReader::kFailureLines
  std::string passed{};                        ///< a line by which tests passed, and none failed
  std::string passed_some{};                   ///< a line by which some tests passed
  std::set<std::string> passed_by{};           ///< the tools in whose words tests passed
  std::string none{};                          ///< no test ran, and the tool calls that a failure
  std::string nothing{};                       ///< no test ran, and the tool doesn't mind
  std::string unfinished{};                    ///< a beginning that has no end
  std::map<std::string, std::size_t> ended{};  ///< how many lines end a run, by tool
  bool in_doubt = false;                       ///< a line couldn't be looked at
};

class WordReader {
 public:
  static constexpr std::size_t kFailureLines = 10;

  /// The table must outlive the reader.
  explicit WordReader(const WordTable& table) : table_(table) {}

  /// The next line.
  void line(std::string_view line);
  /// From now on lines may be an answer to being ended: that tests failed isn't believed any more.
  void command_is_being_ended() { being_ended_ = true; }
  /// Ends the input. To be called once.
  Said finish();

 private:
  struct Runs {
    std::size_t begun = 0, ended = 0;
    std::string first{};
  };

  const WordTable& table_;
  Said said_{};
  std::map<std::string, Runs, std::less<>> runs_{};  // by tool
  bool being_ended_ = false;
};

}  // namespace proctor::format
