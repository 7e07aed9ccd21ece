// Takes a shell command apart from its beginning (shell_steps.hpp).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/shell_steps.hpp"

namespace proctor::format {

class CommandReader {
 public:
  explicit CommandReader(std::string_view text) : text_(text) {}
  CommandReader(const CommandReader&) = delete;
  CommandReader& operator=(const CommandReader&) = delete;

  std::optional<std::vector<ShellStep>> read();

 private:
  static constexpr int kDeepest = 8;

  // "<<END"
  struct Document {
    enum class Kind { none, plain, indented };

    Kind kind = Kind::none;
    std::string end{};
    bool literal = false;
  };

  using Steps = std::vector<ShellStep>;
  using Closers = std::vector<std::string_view>;

  // What the command itself has given a meaning to.
  struct Names {
    std::map<std::string, Steps, std::less<>> functions{};
    std::map<std::string, std::string, std::less<>> variables{};  // those of which the value is known
    std::size_t copied = 0;                                       // steps of functions, where they are called
  };

  CommandReader(std::string_view text, Closers closers, int depth, Names* names)
      : text_(text), closers_(std::move(closers)), depth_(depth), names_(names) {}

  // Each of these is false for what isn't understood.
  bool one();
  bool word_part();
  bool double_quoted();
  bool expansion();
  bool backticks();
  bool substitute(std::optional<Steps> steps);
  bool process();
  bool array();
  bool redirect(bool to_file);
  bool here_document(bool indented);
  bool skip_documents();
  bool negate();
  bool brackets();
  bool arithmetic();
  bool list(Closers closers);
  bool condition();
  bool loop(bool asks);
  bool named_function();
  bool function(const std::string& name);
  bool set_list(std::optional<Steps> steps);
  bool end_step(ShellStep::Then then);
  bool push_step(ShellStep::Then then);
  bool mark(std::string_view word, ShellStep::Then then);
  bool use_names(ShellStep::Then then);

  bool take(std::string_view operation);
  bool take_word(std::string_view word);
  void skip_blanks(std::string_view blanks);
  void end_word();
  std::optional<Steps> steps_until(Closers closers, std::string_view* closed_by = nullptr);

  std::string_view text_;
  Closers closers_{};
  int depth_ = 0;
  Names own_names_{};
  Names* names_ = &own_names_;
  std::string_view closed_by_{};
  std::size_t at_ = 0;
  std::optional<ShellWord> word_{};
  bool quoted_ = false;
  bool target_ = false;                             // the next word is that of a redirection
  bool to_file_ = false;                            // and names the file that takes what is printed
  Document::Kind document_ = Document::Kind::none;  // or ends a document in one of the next lines
  std::vector<Document> documents_{};
  bool negated_ = false;
  ShellStep step_{};
  std::vector<ShellStep> steps_{};
};

}  // namespace proctor::format
