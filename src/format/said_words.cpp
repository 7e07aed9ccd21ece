#include "format/said_words.hpp"

#include <algorithm>
#include <cctype>
#include <span>
#include <string>

#include "base/text.hpp"
#include "format/line_cursor.hpp"

namespace proctor::format {
namespace {

using Said = HiddenExit::Said;

constexpr std::size_t kMostUnknown = 4;
constexpr std::size_t kLongestForm = 512;
constexpr std::size_t kEnoughLetters = 3;

// Where what stands at the dollar sign ends.
std::size_t expansion_end(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at + 1);
  if (rest.starts_with('{')) return std::min(text.find('}', at), text.size() - 1) + 1;
  if (rest.starts_with('(')) {
    int open = 0;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
      if (text[i] == '(') ++open;
      if (text[i] == ')' && --open == 0) return i + 1;
    }
    return text.size();
  }
  std::size_t end = at + 1;
  while (end < text.size() && is_of_name(text[end])) ++end;
  return std::max(end, std::min(at + 2, text.size()));
}

void add_word(const ShellWord& word, std::string_view name, std::string& form) {
  const std::string_view text = word.text;
  for (std::size_t at = 0; at < text.size();) {
    if (word.literal || text[at] != '$') {
      form += text[at++];
      continue;
    }
    const auto code = find_expansion(text.substr(at), name);
    const bool first = form.find(Said::kCode) == std::string::npos;
    if (code && code->begin == 0 && first) {
      form += Said::kCode;
      at += code->end;
    } else {
      form += Said::kAnything;
      at = expansion_end(text, at);
    }
  }
}

// Without colours, and without newlines around it. Nothing if there is more to it.
std::optional<std::string> without_escapes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    if (text.front() != '\\') {
      plain += text.front();
      text.remove_prefix(1);
      continue;
    }
    Cursor cursor(text);
    if (cursor.take("\\n")) {
      if (!plain.empty() && !cursor.done()) return std::nullopt;
    } else if (cursor.take("\\033[") || cursor.take("\\e[") || cursor.take("\\x1b[") ||
               cursor.take("\\x1B[")) {
      if (!cursor.skip_to("m")) return std::nullopt;
    } else {
      return std::nullopt;
    }
    text = cursor.rest();
  }
  return plain;
}

std::optional<std::string> form_of(const ShellStep& step, std::string_view name) {
  std::span<const ShellWord> words = std::span(step.words).subspan(1);
  std::string form;
  if (step.words.front().text == "echo") {
    while (!words.empty() && words.front().text.size() > 1 && words.front().text.front() == '-' &&
           words.front().text.find_first_not_of("ne", 1) == std::string::npos)
      words = words.subspan(1);
    for (const ShellWord& word : words) {
      if (!form.empty()) form += ' ';
      add_word(word, name, form);
    }
    return without_escapes(form);
  }
  if (words.empty()) return std::nullopt;
  std::string format;
  add_word(words.front(), name, format);
  words = words.subspan(1);
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      form += format[at];
      continue;
    }
    if (++at == format.size() || std::string_view("sdi").find(format[at]) == std::string_view::npos ||
        words.empty())
      return std::nullopt;
    add_word(words.front(), name, form);
    words = words.subspan(1);
  }
  if (!words.empty()) return std::nullopt;
  return without_escapes(form);
}

std::size_t letters_in(std::string_view form) {
  return static_cast<std::size_t>(std::count_if(
      form.begin(), form.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c >= 0x80; }));
}

// `code` is what stands in its place. Only what the last thing of any length takes is tried anew, as for
// shells' patterns: a line that tests print must not cost more than its length times that of the form.
bool fits(const Said& said, std::string_view line, std::string_view& code) {
  const std::string_view form = said.form;
  const auto is_any = [&](std::size_t at) {
    return form[at] == Said::kAnything || (form[at] == Said::kCode && said.any_value);
  };
  std::size_t at = 0;     // in the form
  std::size_t place = 0;  // in the line
  std::size_t any = form.npos;
  std::size_t any_begin = 0;
  std::size_t any_end = 0;
  while (true) {
    if (at == form.size()) {
      if (place == line.size()) return true;
    } else if (is_any(at)) {
      any = at++;
      any_begin = any_end = place;
      if (form[any] == Said::kCode) code = {};
      continue;
    } else if (form[at] == Said::kCode) {
      const std::size_t end = std::min(line.find_first_not_of("0123456789", place), line.size());
      if (end > place) {
        code = line.substr(place, end - place);
        place = end;
        ++at;
        continue;
      }
    } else if (place == line.size() && form[at] == ' ') {  // a line has no blanks at its end
      ++at;
      continue;
    } else if (place < line.size() && form[at] == line[place]) {
      ++at;
      ++place;
      continue;
    }
    if (any == form.npos || any_end == line.size()) return false;
    place = ++any_end;
    at = any + 1;
    if (form[any] == Said::kCode) code = line.substr(any_begin, any_end - any_begin);
  }
}

}  // namespace

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::optional<Expansion> find_expansion(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$', at + 1)) {
    const bool braces = text.substr(at + 1).starts_with('{');
    const bool counts = braces && text.substr(at + 2).starts_with('#');
    const std::string_view rest = text.substr(at + (counts ? 3 : braces ? 2 : 1));
    if (!rest.starts_with(name)) continue;
    const std::string_view behind = rest.substr(name.size());
    const std::size_t end = text.size() - behind.size();
    if (!braces) {
      if (name == "?" || behind.empty() || !is_of_name(behind.front())) return Expansion{at, end};
    } else if (behind.starts_with('}') || behind.starts_with(":-") || behind.starts_with('-') ||
               behind.starts_with("[@]}") || behind.starts_with("[*]}")) {
      if (const std::size_t close = behind.find('}'); close != behind.npos)
        return Expansion{at, end + close + 1};
    }
  }
  return std::nullopt;
}

std::optional<Said> words_said(const ShellStep& step, Said::When when, std::string_view name, bool alone) {
  auto form = form_of(step, name);
  if (!form || form->size() > kLongestForm) return std::nullopt;
  const auto unknown = std::count(form->begin(), form->end(), Said::kAnything);
  const bool has_code = form->find(Said::kCode) != std::string::npos;
  const std::size_t letters = letters_in(*form);
  if (when == Said::When::always && !has_code) return std::nullopt;
  const std::size_t enough = alone && has_code && form->back() == Said::kCode ? 0 : kEnoughLetters;
  if (unknown > static_cast<std::ptrdiff_t>(kMostUnknown) || (unknown > 0 && letters < enough))
    return std::nullopt;
  if (!has_code && letters == 0) return std::nullopt;
  std::string without_any;
  for (const ShellWord& word : step.words) {
    const auto code = find_expansion(word.text, name);
    const std::size_t dash = code ? word.text.find('-', code->begin) : word.text.size();
    if (dash < (code ? code->end : 0)) without_any = word.text.substr(dash + 1, code->end - dash - 2);
  }
  return Said{.when = when,
              .form = std::move(*form),
              .without_any = std::move(without_any),
              .any_value = name != "?" && letters >= kEnoughLetters};
}

void name_failure(const std::optional<std::string>& value, Said& said) {
  const std::size_t at = said.form.find(Said::kCode);
  if (!value || said.when != Said::When::always || at == std::string::npos) return;
  said.form.replace(at, 1, *value);
  said.when = Said::When::if_failed;
  if (letters_in(said.form) == 0) said = {};
}

std::optional<bool> passed_by(const Said& said, std::string_view line) {
  if (said.when == Said::When::never || line.size() > kLongestForm) return std::nullopt;
  std::string_view code;
  if (!fits(said, line, code)) return std::nullopt;
  if (!said.without_any.empty() && code == said.without_any) return true;
  return said.when == Said::When::always && trim(code).find_first_not_of('0') == std::string_view::npos;
}

}  // namespace proctor::format
