#include "format/solc_text.hpp"

#include <re2/re2.h>

#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMaxDiagnostics = 1000;
constexpr std::size_t kMaxSolcText = 16U << 10U;  // of one diagnostic

struct Heading {
  std::string severity{};
  std::string code{};
  std::string message{};
};

// `Error (7576): Undeclared identifier.`, `Warning: …`, and solc's own names for kinds of errors:
// `ParserError: …`.
std::optional<Heading> read_heading(std::string_view line) {
  static const RE2 pattern(
      R"((?:(Warning)|(Info)|Error|(?:Parser|Declaration|DocstringParsing|Syntax|Type|UnimplementedFeature|Compiler)"
      R"(|InternalCompiler|CodeGeneration|IO)Error|YulException|SMTLogicException)(?: \((\d+)\))?:((?: .*)?))",
      RE2::Latin1);
  std::string warning, info;
  Heading heading;
  if (!RE2::FullMatch({line.data(), line.size()}, pattern, &warning, &info, &heading.code, &heading.message))
    return std::nullopt;
  heading.severity = !warning.empty() ? "warning" : !info.empty() ? "info" : "error";
  heading.message = trim(heading.message);
  return heading;
}

// Lines that begin like an error and say only that errors follow, or that there were some.
bool is_only_a_header(std::string_view message) {
  return message.starts_with("Compiler run failed") || message == "Compilation failed";
}

struct Place {
  std::string file{};
  int line = 0;
  std::optional<int> column{};
};

// ` --> test/Bad.t.sol:4:83:`; the file's name may contain colons and blanks.
std::optional<Place> read_place(std::string_view line) {
  static const RE2 pattern(R"(-->\s*(.*?)(?::(\d{1,8}))?(?::(\d{1,8}))?:?)", RE2::Latin1);
  line = trim(line);
  std::string row, column;
  Place place;
  if (!RE2::FullMatch({line.data(), line.size()}, pattern, &place.file, &row, &column)) return std::nullopt;
  place.line = number_at(row, 0);
  if (!column.empty()) place.column = number_at(column, 0);
  return place;
}

// `4 | contract …`, `  |   ^^^^`: the source code under a place. Also the lines that solc adds to it.
bool belongs_to_place(std::string_view line) {
  static const RE2 pattern(R"(\s*(?:\d*\s*[|=]|Note:).*)", RE2::Latin1);
  return RE2::FullMatch({line.data(), line.size()}, pattern);
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
    } else if (belongs_to_place(line)) {
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
