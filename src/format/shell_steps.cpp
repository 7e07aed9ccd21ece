#include "format/shell_steps.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace proctor::format {
namespace {

constexpr std::size_t kMostSteps = 64;
constexpr std::size_t kLongestCommand = 16U << 10U;
constexpr int kDeepest = 8;

// Words that make a command more than a simple one, or change what later ones mean.
constexpr std::array kSpecial = std::to_array<std::string_view>(
    {"if",   "then", "else", "elif",     "fi",     "for",   "while",  "until", "do",
     "done", "case", "esac", "function", "{",      "}",     "!",      "[[",    "trap",
     "exec", ".",    "fg",   "alias",    "source", "shopt", "coproc", "select"});

bool is_blank_of_shell(char c) {
  return c == ' ' || c == '\t';
}

// "set -eu", "set +x", but not "set -o pipefail" nor "set -- a"
bool is_set_of_letters(const std::vector<ShellWord>& words) {
  return words.front().text == "set" &&
         std::all_of(words.begin() + 1, words.end(), [](const ShellWord& word) {
           return word.text.size() > 1 && (word.text.front() == '-' || word.text.front() == '+') &&
                  word.text.find_first_not_of("eux", 1) == std::string::npos;
         });
}

// "$((a + (b)))": what stands behind the dollar sign; 0 if it has no end.
std::size_t arithmetic_size(std::string_view text) {
  int open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++open;
    if (text[at] == ')' && --open == 0) return text[at - 1] == ')' ? at + 1 : 0;
  }
  return 0;
}

class CommandReader {
 public:
  explicit CommandReader(std::string_view text) : text_(text) {}

  std::optional<std::vector<ShellStep>> read() {
    while (at_ < text_.size() && closed_by_.empty()) {
      if (!one()) return std::nullopt;
    }
    if (closed_by_.empty() && (!closers_.empty() || !end_step(ShellStep::Then::end))) return std::nullopt;
    if (!steps_.empty() && steps_.back().then == ShellStep::Then::next)
      steps_.back().then = ShellStep::Then::end;
    return std::move(steps_);
  }

 private:
  // "<<END"
  struct Document {
    enum class Kind { none, plain, indented };

    Kind kind = Kind::none;
    std::string end{};
    bool literal = false;
  };

  using Steps = std::vector<ShellStep>;
  using Closers = std::vector<std::string_view>;

  CommandReader(std::string_view text, Closers closers, int depth)
      : text_(text), closers_(std::move(closers)), depth_(depth) {}

  bool take(std::string_view operation) {
    if (!text_.substr(at_).starts_with(operation)) return false;
    at_ += operation.size();
    return true;
  }

  // False for what isn't understood.
  bool one() {
    using Then = ShellStep::Then;
    if (is_blank_of_shell(text_[at_])) {
      end_word();
      ++at_;
      return true;
    }
    if (!word_ && text_[at_] == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return true;
    }
    const bool begins = !word_ && !target_ && step_.words.empty();
    for (const std::string_view closer : closers_) {
      if (closer == ")" ? !take(closer) : !begins || !take_word(closer)) continue;
      closed_by_ = closer;
      return end_step(Then::end);
    }
    if (begins) {
      if (take_word("!")) return negate();
      if (take("(")) return list({")"});
      if (take_word("{")) return list({"}"});
      if (take_word("if")) return condition();
      if (take_word("for")) return loop();
    }
    if (take("&&")) return end_step(Then::if_it_succeeds);
    if (take("||")) return end_step(Then::if_it_fails);
    if (take("|&") || take("|")) return end_step(Then::pipe);
    if (text_.substr(at_).starts_with(";;")) return false;
    if (take("<<<")) return redirect(false);
    if (take("<<-") || take("<<")) return here_document(text_[at_ - 1] == '-');
    if (take(">&") || take("<&") || take("<>") || take("<")) return redirect(false);
    if (take("&>>") || take("&>") || take(">>") || take(">|") || take(">")) return redirect(true);
    if (take("&")) return !step_.words.empty() && end_step(Then::if_it_fails) && mark("&", Then::next);
    if (take(";")) return end_step(Then::next);
    if (take("\n")) return end_step(Then::next) && skip_documents();
    return word_part();
  }

  // A step that stands for what becomes of the exit code of the one before.
  bool mark(std::string_view word, ShellStep::Then then) {
    step_.words.push_back({.text = std::string(word)});
    return push_step(then);
  }

  bool negate() {
    // The lists of an `if` are exchanged instead.
    const bool in_condition = !closers_.empty() && closers_.front() == "then";
    if (negated_ || in_condition || (!steps_.empty() && steps_.back().then == ShellStep::Then::pipe))
      return false;
    negated_ = true;
    return true;
  }

  bool take_word(std::string_view word) {
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(word)) return false;
    if (rest.size() > word.size() && std::string_view(" \t\n;|&()<>").find(rest[word.size()]) == rest.npos)
      return false;
    return take(word);
  }

  // What stands from here to one of the words that end it, which goes into `closed_by`.
  std::optional<Steps> steps_until(Closers closers, std::string_view* closed_by = nullptr) {
    if (depth_ == kDeepest || !documents_.empty()) return std::nullopt;
    CommandReader inner(text_.substr(at_), std::move(closers), depth_ + 1);
    auto steps = inner.read();
    if (!steps || !inner.documents_.empty()) return std::nullopt;
    at_ += inner.at_;
    if (closed_by != nullptr) *closed_by = inner.closed_by_;
    return steps;
  }

  bool set_list(std::optional<Steps> steps) {
    if (!steps || steps->empty()) return false;
    step_.words.push_back({.text = "("});
    step_.list = std::move(*steps);
    return true;
  }

  bool list(Closers closers) { return set_list(steps_until(std::move(closers))); }

  bool condition() {
    using Then = ShellStep::Then;
    while (at_ < text_.size() && is_blank_of_shell(text_[at_])) ++at_;
    const bool negated = take_word("!");
    auto steps = steps_until({"then"});
    if (!steps || steps->empty()) return false;
    const auto piped = [](const ShellStep& step) { return step.then == Then::pipe; };
    if (negated && !std::all_of(steps->begin(), steps->end() - 1, piped)) return false;
    std::string_view closed_by;
    auto chosen = steps_until({"else", "fi"}, &closed_by);
    if (!chosen || chosen->empty()) return false;
    ShellStep first{.words = {{.text = "("}}, .list = std::move(*chosen)};
    ShellStep second{.words = {{.text = "fi"}}};
    if (closed_by == "else") {
      auto other = steps_until({"fi"});
      if (!other || other->empty()) return false;
      second = {.words = {{.text = "else"}}, .list = std::move(*other)};
    }
    if (negated) std::swap(first, second);
    steps->back().then = Then::choose;
    steps->push_back(std::move(first));
    steps->push_back(std::move(second));
    return set_list(std::move(steps));
  }

  bool loop() {
    const auto over = steps_until({"do"});
    auto body = over && !over->empty() ? steps_until({"done"}) : std::nullopt;
    if (!body || body->empty()) return false;
    Steps steps(2);
    steps[0] = {.words = {{.text = "("}}, .list = std::move(*body), .then = ShellStep::Then::next};
    steps[1] = {.words = {{.text = "done"}}};
    return set_list(std::move(steps));
  }

  bool word_part() {
    if (take("\\\n")) return true;
    const char c = text_[at_++];
    if (!word_) word_.emplace();
    switch (c) {
      case '(':
      case ')':
        return false;
      case '`':
        return backticks();
      case '\\':
        if (at_ >= text_.size()) return false;
        word_->text += text_[at_++];
        quoted_ = true;
        return true;
      case '\'': {
        const std::size_t end = text_.find('\'', at_);
        if (end == std::string_view::npos) return false;
        word_->text += text_.substr(at_, end - at_);
        at_ = end + 1;
        quoted_ = true;
        return true;
      }
      case '"':
        quoted_ = true;
        return double_quoted();
      case '*':
      case '?':
      case '[':
        word_->literal = false;
        break;
      case '$':
        return expansion();
      default:
        break;
    }
    word_->text += c;
    return true;
  }

  bool double_quoted() {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') return true;
      if (c == '`' || c == '$') {
        if (!(c == '`' ? backticks() : expansion())) return false;
      } else if (c == '\\' && at_ < text_.size() &&
                 std::string_view("$`\"\\\n").find(text_[at_]) != std::string_view::npos) {
        if (const char escaped = text_[at_++]; escaped != '\n') word_->text += escaped;
      } else {
        word_->text += c;
      }
    }
    return false;
  }

  // What stands behind a dollar sign; false for quotes that are bash's.
  bool expansion() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with('\'') || rest.starts_with('"')) return false;
    word_->literal = false;
    std::size_t size = 0;
    if (rest.starts_with("((")) {
      size = arithmetic_size(rest);
      if (size == 0) return false;
      at_ += size;
    } else if (rest.starts_with('(')) {
      ++at_;
      if (!substitute(steps_until({")"}))) return false;
      size = rest.size() - (text_.size() - at_);
    }
    (word_->text += '$') += rest.substr(0, size);
    return true;
  }

  bool backticks() {
    const std::size_t end = text_.find('`', at_);
    if (end == std::string_view::npos) return false;
    const std::string_view inside = text_.substr(at_, end - at_);
    if (inside.find('\\') != std::string_view::npos || depth_ == kDeepest) return false;
    word_->literal = false;
    (word_->text += "$(") += inside;
    word_->text += ')';
    at_ = end + 1;
    return substitute(CommandReader(inside, {}, depth_ + 1).read());
  }

  bool substitute(std::optional<Steps> steps) {
    if (!steps) return false;
    auto& all = step_.substituted;
    if (!all.empty() && !steps->empty()) all.back().then = ShellStep::Then::next;
    all.insert(all.end(), std::make_move_iterator(steps->begin()), std::make_move_iterator(steps->end()));
    return true;
  }

  bool here_document(bool indented) {
    if (!redirect(false)) return false;
    document_ = indented ? Document::Kind::indented : Document::Kind::plain;
    return true;
  }

  // The lines of the documents that were announced in the line that ends here.
  bool skip_documents() {
    for (const Document& document : std::exchange(documents_, {})) {
      while (true) {
        if (at_ >= text_.size()) return false;
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string_view line = text_.substr(at_, end - at_);
        at_ = std::min(end + 1, text_.size());
        if (document.kind == Document::Kind::indented)
          line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
        if (line == document.end) break;
        const bool runs = line.find("$(") != line.npos || line.find('`') != line.npos;
        if (runs && !document.literal) return false;
      }
    }
    return true;
  }

  // "2>&1", "> /dev/null": neither the number nor the target is a word of the command.
  bool redirect(bool to_file) {
    const bool number = word_ && !quoted_ && word_->text.find_first_not_of("0123456789") == std::string::npos;
    to_file_ = to_file && (!number || word_->text == "1");
    if (to_file_) step_.writes_elsewhere = true;
    if (number) {
      word_.reset();
    } else {
      end_word();
    }
    if (target_) return false;
    target_ = true;
    return true;
  }

  void end_word() {
    if (!word_) return;
    if (!std::exchange(target_, false)) {
      step_.words.push_back(std::move(*word_));
    } else if (const auto document = std::exchange(document_, Document::Kind::none);
               document != Document::Kind::none) {
      documents_.push_back({document, std::move(word_->text), quoted_});
    } else if (step_.writes_elsewhere && step_.file.empty() && std::exchange(to_file_, false)) {
      step_.file = std::move(word_->text);
    }
    word_.reset();
    quoted_ = false;
  }

  bool end_step(ShellStep::Then then) {
    end_word();
    if (target_) return false;
    if (step_.words.empty()) {
      // Empty lines, and nothing behind the last one.
      const bool nothing_more = then == ShellStep::Then::next || then == ShellStep::Then::end;
      const bool awaited = !steps_.empty() && steps_.back().then != ShellStep::Then::next;
      const bool continued = then == ShellStep::Then::next && awaited;  // a newline behind && or |
      return !negated_ && nothing_more && (continued || !awaited);
    }
    if (then == ShellStep::Then::pipe || !std::exchange(negated_, false)) return push_step(then);
    if (then == ShellStep::Then::if_it_succeeds) return push_step(ShellStep::Then::if_it_fails);
    if (then == ShellStep::Then::if_it_fails) return push_step(ShellStep::Then::if_it_succeeds);
    return push_step(ShellStep::Then::if_it_fails) && mark("!", then);
  }

  bool push_step(ShellStep::Then then) {
    const std::string& first = step_.words.front().text;
    const bool is_mark = first == "!" || first == "&";
    if ((!is_mark && std::find(kSpecial.begin(), kSpecial.end(), first) != kSpecial.end()) ||
        steps_.size() == kMostSteps || (first == "set" && !is_set_of_letters(step_.words)) ||
        (!step_.list.empty() && step_.words.size() > 1))
      return false;
    step_.then = then;
    steps_.push_back(std::exchange(step_, {}));
    return true;
  }

  std::string_view text_;
  Closers closers_{};
  int depth_ = 0;
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

}  // namespace

std::optional<std::vector<ShellStep>> shell_steps(std::string_view command) {
  if (command.size() > kLongestCommand) return std::nullopt;
  return CommandReader(command).read();
}

}  // namespace proctor::format
