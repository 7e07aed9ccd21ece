// A page of text for a person: lines with an indentation, wrapped to the terminal, in colour where wanted.
// The sections of the report (terminal_findings, terminal_tables) write on it and know nothing of escapes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "output/terminal.hpp"

namespace proctor::output {

enum class Color { plain, red, green, yellow, dim, bold };

class Page {
 public:
  explicit Page(const TerminalStyle& style) : style_(style) {}

  bool verbose() const { return style_.verbose; }

  /// The text in a colour, to be put in a line(). Must be the last step: colours have no columns.
  std::string paint(Color color, std::string_view text) const;

  /// One line, as it is.
  void line(std::string_view text) {
    out_.append(text);
    out_ += '\n';
  }

  /// One line, wrapped; its continuation stands `hang` columns further to the right.
  void wrapped(std::size_t indent, std::string_view text, Color color = Color::plain, std::size_t hang = 0);

  /// Lines of text from outside, wrapped; source code with marks below it as source(), the lines of a diff in
  /// colour. Of more than `limit` the middle is left out, and how many lines that are is said.
  void block(std::size_t indent, const std::vector<std::string>& lines, std::size_t limit,
             Color color = Color::plain, std::size_t hang = 0);

  /// Lines of code behind a gutter ("4 | code" and "  |   ^^^^"). Code that is too long for the line is moved
  /// to the left together with the marks below it, by as much as brings the marks in sight.
  void source(std::size_t indent, std::span<const std::string> lines);

  /// "  label   text", wrapped, its continuation below the text.
  void fact(std::string_view label, std::string_view text);

  /// A blank line before the next section, unless nothing stands above it.
  void gap() {
    if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
  }

  /// The columns that are left beside an indentation; no limit if the width isn't known.
  std::size_t room(std::size_t indent) const;

  std::string take() { return std::move(out_); }

 private:
  TerminalStyle style_;
  std::string out_{};
};

/// "1 test", "2 tests", "2 processes".
std::string plural(std::size_t number, std::string_view noun);

/// "… 1 more test", "… 2 more tests": where something is left out.
std::string more(std::size_t number, std::string_view noun);

/// "0.3 ms", "850 ms", "12.3 s": short durations as a person reads them.
std::string short_duration(double milliseconds);

}  // namespace proctor::output
