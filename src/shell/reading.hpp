// Follows a shell command through its syntax tree with all that can have happened (exit_code.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/command_kind.hpp"
#include "shell/exit_code.hpp"
#include "shell/states.hpp"
#include "source/code.hpp"
#include "source/grammar.hpp"

namespace proctor::shell {

struct Runner {
  source::Range place{};  ///< of its command in the text; empty in a command within the words of another
  std::string text{};     ///< the command, shortened
};

class Reading {
 public:
  enum class Verdict { no_runner, own, lost };

  /// `text` must outlive this.
  Reading(std::string_view text, Dialect dialect, int depth = 0)
      : text_(text), dialect_(dialect), depth_(depth) {}

  Verdict read();
  std::size_t count() const { return runners_.size(); }

  // Of what was read:
  const std::string& why() const { return why_; }
  const std::vector<Runner>& runners() const { return runners_; }
  /// Where the statement ends after which the tests' exit code is lost; 0 if it is lost in another way.
  std::size_t end_of_statement() const { return end_of_statement_; }

 private:
  /// A command or an operator of a list; the grammar's own order of operators isn't the shell's.
  struct Part {
    std::string_view operation{};
    TSNode node{};
    std::vector<TSNode> redirects{};
  };
  using Parts = std::vector<Part>;
  using Nodes = std::vector<TSNode>;

  /// Why the next command runs although a runner may have failed.
  struct Place {
    enum class Kind { none, next, alternative, condition, loop };
    Kind kind = Kind::none;
    std::string command{};  // that ends with the exit code
    std::size_t end = 0;    // of the statement before
    std::string runner{};   // the last before it
  };

  States outcomes();
  States statements(const Nodes& nodes, States in, bool checked);
  void take_apart(TSNode node, Parts& parts) const;
  States list(const Parts& parts, States in, bool checked);
  States pipeline(const Part* begin, const Part* end, States in, bool checked);
  States element(const Part& part, const States& in, bool checked);
  States run_element(const Part& part, States in, bool checked);
  States branch(TSNode node, const States& in, States& out, bool checked);
  States condition(TSNode node, const States& in, bool checked);
  States loop(TSNode node, const States& in, bool checked);
  States choice(TSNode node, const States& in, bool checked);
  States assignment(TSNode node, const States& in);
  States question(std::string_view text, const States& in) const;

  States command(const Part& part, const States& in);
  States run(const std::vector<Word>& words, const Part& part, const States& in);
  States run_shell(const std::vector<Word>& words, std::size_t first, const Part& part);
  States run_function(TSNode body, const std::vector<Word>& words, const Part& part, const States& in);
  States run_builtin(const std::vector<Word>& words, const States& in);
  States nested(std::string_view command, Dialect dialect, bool errexit, bool pipefail);
  std::vector<Word> words_of(TSNode node) const;
  Word word_of(TSNode node) const;

  States child(const std::function<States(const States&)>& run);
  States at(Place place, const std::function<States()>& run);
  States substitutions(TSNode node, States in);
  States end_if_failed(States out, bool checked);
  void found_runner(std::string_view text, source::Range place = {});
  void blame(TSNode node, const States& in);
  void lose(std::string why);

  bool may(const std::string& value, const State& state, bool zero) const;
  std::string_view source(TSNode node) const;

  std::string_view text_;
  Dialect dialect_;
  int depth_;
  int steps_ = 0;
  int level_ = 0;
  int substituted_ = 0;
  bool gave_up_ = false;
  bool is_misread_ = false;  // by the grammar

  bool errexit_ = false;
  bool pipefail_ = false;
  bool in_loop_ = false;     // of this process
  bool unsure_ = false;      // whether this runs at all
  std::string kept_name_{};  // the variable that the command ends with
  std::map<std::string, std::string, std::less<>> values_{};
  std::map<std::string, TSNode, std::less<>> functions_{};
  States exits_{};
  States jumps_{};  // out of rounds of loops
  Place place_{};

  std::vector<Runner> runners_{};
  std::string why_{};
  std::size_t end_of_statement_ = 0;
};

}  // namespace proctor::shell
