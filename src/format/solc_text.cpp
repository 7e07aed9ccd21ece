#include "format/solc_text.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "format/line_cursor.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMaxDiagnostics = 1000;
constexpr std::size_t kMaxSolcText = 16U << 10U;  // of one diagnostic

struct Heading {
  std::string severity;
  std::string code;
  std::string message;
};

// Solc's own names for kinds of errors: `ParserError: …`, `DeclarationError: …`.
constexpr std::array<std::string_view, 12> kErrorNames = {
    "ParserError",         "DeclarationError",  "DocstringParsingError",
    "SyntaxError",         "TypeError",         "UnimplementedFeatureError",
    "YulException",        "CompilerError",     "InternalCompilerError",
    "CodeGenerationError", "SMTLogicException", "IOError"};

// Lines that begin like an error and say only that errors follow, or that there were some.
bool is_only_a_header(std::string_view message) {
  return message.starts_with("Compiler run failed") || message == "Compilation failed";
}

std::optional<std::string> severity_of(std::string_view name) {
  if (name == "Error") return "error";
  if (name == "Warning") return "warning";
  if (name == "Info") return "info";
  for (const std::string_view known : kErrorNames) {
    if (name == known) return "error";
  }
  return std::nullopt;
}

// `Error (7576): Undeclared identifier.`, `Warning: …`, `ParserError: …`.
std::optional<Heading> read_heading(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && std::isalpha(static_cast<unsigned char>(line[end])) != 0) ++end;
  const auto severity = severity_of(line.substr(0, end));
  if (!severity) return std::nullopt;
  line.remove_prefix(end);
  Heading heading{*severity, "", ""};
  if (line.starts_with(" (")) {
    std::size_t close = 2;
    while (close < line.size() && is_digit(line[close])) ++close;
    if (close == 2 || close >= line.size() || line[close] != ')') return std::nullopt;
    heading.code = line.substr(2, close - 2);
    line.remove_prefix(close + 1);
  }
  if (!line.starts_with(':')) return std::nullopt;
  line.remove_prefix(1);
  if (!line.empty() && line.front() != ' ') return std::nullopt;
  heading.message = trim(line);
  return heading;
}

struct Place {
  std::string_view file;
  int line = 0;
  std::optional<int> column;
};

// Takes `:123` off the end.
std::optional<int> take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return std::nullopt;
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || stop != end || number < 0) return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

// ` --> test/Bad.t.sol:4:83:`; the file's name may contain colons and blanks.
std::optional<Place> read_place(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("-->")) return std::nullopt;
  line = trim(line.substr(3));
  if (line.ends_with(':')) line.remove_suffix(1);
  const auto last = take_number(line);
  if (!last) return Place{line, 0, std::nullopt};
  const auto before = take_number(line);
  return before ? Place{line, *before, last} : Place{line, *last, std::nullopt};
}

// `4 | contract …`, `  |   ^^^^`: the source code under a place. Also the lines that solc adds to it.
bool is_code(std::string_view line) {
  line = trim(line);
  while (!line.empty() && is_digit(line.front())) line.remove_prefix(1);
  line = trim(line);
  return line.starts_with('|') || line.starts_with('=');
}

bool is_note(std::string_view line) {
  return trim(line).starts_with("Note:");
}

class Reader {
 public:
  std::vector<Diagnostic> read(std::string_view text) {
    for (const std::string_view line : split_lines(text)) read_line(line);
    finish();
    return std::move(found_);
  }

 private:
  void read_line(std::string_view line) {
    auto heading = read_heading(line);
    if (heading && says_the_same(*heading)) {
      add_text(line);
      return;
    }
    if (heading) {
      finish();
      if (is_only_a_header(heading->message) || found_.size() >= kMaxDiagnostics) return;
      Diagnostic& diagnostic = current_.emplace();
      diagnostic.severity = std::move(heading->severity);
      diagnostic.code = std::move(heading->code);
      diagnostic.message = std::move(heading->message);
      has_place_ = false;
      blank_before_ = false;
      add_text(line);
      return;
    }
    if (!current_) return;
    if (trim(line).empty()) {
      blank_before_ = true;
      return;
    }
    if (const auto place = read_place(line)) {
      if (!has_place_) take_place(*place);
      has_place_ = true;
      add_text(line);
    } else if (is_code(line) || is_note(line)) {
      add_text(line);
    } else if (!has_place_ && !blank_before_) {
      // The message goes on.
      if (current_->message.size() < kMaxSolcText) {
        if (!current_->message.empty()) current_->message += '\n';
        current_->message += line;
      }
      add_text(line);
    } else {
      finish();
    }
    blank_before_ = false;
  }

  // Forge gives its own heading and then solc's, `ParserError: …`, without a code.
  bool says_the_same(const Heading& heading) const {
    return current_ && !has_place_ && !blank_before_ && heading.code.empty() && !current_->code.empty() &&
           heading.severity == current_->severity && heading.message == current_->message;
  }

  void take_place(const Place& place) {
    current_->file = place.file;
    if (place.line > 0) current_->line = place.line;
    current_->column = place.column;
  }

  void add_text(std::string_view line) {
    std::string& text = current_->text;
    if (text.size() >= kMaxSolcText) return;
    if (!text.empty()) text += '\n';
    text += line;
  }

  void finish() {
    if (!current_) return;
    for (std::string* text : {&current_->message, &current_->text, &current_->file}) {
      text->resize(utf8_prefix(*text, kMaxSolcText));
      *text = to_valid_utf8(*text);
    }
    found_.push_back(*std::move(current_));
    current_.reset();
  }

  std::vector<Diagnostic> found_;
  std::optional<Diagnostic> current_;
  bool has_place_ = false;
  bool blank_before_ = false;
};

}  // namespace

std::vector<Diagnostic> read_solc_text(std::string_view text) {
  return Reader().read(text);
}

}  // namespace proctor::format
