// The words of a command: quotes, expansions, redirections.
#include <algorithm>
#include <iterator>

#include "format/command_reader.hpp"

namespace proctor::format {
namespace {

// In place of "<(a | b)" and ">(a | b)".
constexpr std::string_view kProcess = "<()";

// "((a + (b)))": 0 if it has no end.
std::size_t arithmetic_size(std::string_view text) {
  int open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++open;
    if (text[at] == ')' && --open == 0) return text[at - 1] == ')' ? at + 1 : 0;
  }
  return 0;
}

}  // namespace

bool CommandReader::word_part() {
  if (take("\\\n")) return true;
  const char c = text_[at_++];
  if (!word_) word_.emplace();
  switch (c) {
    case '(':
      if (quoted_ || target_ || !step_.words.empty()) return false;
      if (word_->text.ends_with('=')) return array();
      return take(")") && function(word_->text);
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

bool CommandReader::double_quoted() {
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
bool CommandReader::expansion() {
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

bool CommandReader::backticks() {
  const std::size_t end = text_.find('`', at_);
  if (end == std::string_view::npos) return false;
  const std::string_view inside = text_.substr(at_, end - at_);
  if (inside.find('\\') != std::string_view::npos || depth_ == kDeepest) return false;
  word_->literal = false;
  (word_->text += "$(") += inside;
  word_->text += ')';
  at_ = end + 1;
  return substitute(CommandReader(inside, {}, depth_ + 1, names_).read());
}

bool CommandReader::substitute(std::optional<Steps> steps) {
  if (!steps) return false;
  auto& all = step_.substituted;
  if (!all.empty() && !steps->empty()) all.back().then = ShellStep::Then::next;
  all.insert(all.end(), std::make_move_iterator(steps->begin()), std::make_move_iterator(steps->end()));
  return true;
}

// "<(a | b)"
bool CommandReader::process() {
  at_ += 2;
  if (!word_) word_.emplace();
  word_->literal = false;
  word_->text += kProcess;
  return substitute(steps_until({")"}));
}

// "names=(a b)"
bool CommandReader::array() {
  const std::string_view rest = text_.substr(at_);
  const std::size_t end = rest.find(')');
  if (end == std::string_view::npos || rest.substr(0, end).find_first_of("(\\'\"`") != rest.npos)
    return false;
  word_->literal = false;
  (word_->text += '(') += rest.substr(0, end + 1);
  at_ += end + 1;
  return true;
}

// What stands behind "[[" is no list, whatever it looks like.
bool CommandReader::brackets() {
  step_.words.push_back({.text = "[["});
  while (word_ || !take_word("]]")) {
    if (at_ >= text_.size()) return false;
    if (std::string_view(" \t\n").find(text_[at_]) != std::string_view::npos) {
      end_word();
      ++at_;
    } else if (std::string_view("()<>|&;").find(text_[at_]) != std::string_view::npos) {
      if (!word_) word_.emplace();
      word_->text += text_[at_++];
    } else if (!word_part()) {
      return false;
    }
  }
  end_word();
  step_.words.push_back({.text = "]]"});
  return true;
}

// "((a += 1))"
bool CommandReader::arithmetic() {
  const std::size_t size = arithmetic_size(text_.substr(at_));
  if (size == 0) return false;
  step_.words.push_back({.text = "(("});
  step_.words.push_back({.text = std::string(text_.substr(at_ + 2, size - 4))});
  at_ += size;
  return true;
}

bool CommandReader::here_document(bool indented) {
  if (!redirect(false)) return false;
  document_ = indented ? Document::Kind::indented : Document::Kind::plain;
  return true;
}

// The lines of the documents that were announced in the line that ends here.
bool CommandReader::skip_documents() {
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
bool CommandReader::redirect(bool to_file) {
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

void CommandReader::end_word() {
  if (!word_) return;
  if (!std::exchange(target_, false)) {
    step_.words.push_back(std::move(*word_));
  } else if (const auto document = std::exchange(document_, Document::Kind::none);
             document != Document::Kind::none) {
    documents_.push_back({document, std::move(word_->text), quoted_});
  } else if (step_.writes_elsewhere && step_.file.empty() && std::exchange(to_file_, false)) {
    if (word_->text == kProcess) {
      step_.writes_elsewhere = false;  // what it prints goes on to where all goes
    } else {
      step_.file = std::move(word_->text);
    }
  }
  word_.reset();
  quoted_ = false;
}

}  // namespace proctor::format
