// Finds the documents in forge's stdout and hands them to ForgeDocument.
//
// A document begins with `{` or `[` at the beginning of a line. What begins there and turns out not to be
// JSON was text, and reading goes on at the next line. Forge's own report stands on one line of its own, so a
// line that begins with a bracket right at its start never continues a document: it begins a new one. That
// way a stray bracket that a test printed can't swallow the report, and nothing has to be kept to look back
// at.
#include "format/forge_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "format/bounded_value.hpp"
#include "format/forge_document.hpp"
#include "format/solc_text.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMaxText = 64U << 10U;
constexpr std::size_t kMaxReason = 1024;

// In a line of text it says that a report stands where none is looked for: behind something that a test wrote
// without a newline, perhaps on purpose, to have another report read in its place.
constexpr std::string_view kReportMark = "\"test_results\"";

void append_bounded(std::string& text, std::string_view more) {
  text.append(more.substr(0, kMaxText - std::min(kMaxText, text.size())));
}

bool is_bracket(char c) {
  return c == '{' || c == '[';
}
// A byte order mark counts as blank too: recorded files may have one.
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\xEF' || c == '\xBB' || c == '\xBF';
}

// Forge's own words for why no test ran, with the lines that belong to them ("Did you mean …?").
std::string none_reason(std::string_view text) {
  std::string reason;
  for (const std::string_view line : split_lines(text)) {
    const bool begins = line.starts_with("No tests ") || line.starts_with("Nothing to compile") ||
                        line.starts_with("No failed tests ");
    if (reason.empty() ? begins : !trim(line).empty() && reason.size() < kMaxReason) {
      if (!reason.empty()) reason += '\n';
      reason += line;
    }
  }
  return bounded_text(trim(reason), kMaxReason);
}

}  // namespace

struct ForgeJsonReader::State {
  enum class Mode {
    line_start,      // only blanks since the last newline
    text,            // inside a line of text
    document,        // inside a document
    after_document,  // behind one, on the same line
    lost_line        // inside the line in which a report broke
  };

  Mode mode = Mode::line_start;
  ForgeResults results{};
  ForgeDocument document{results};
  bool at_line_start = false;  // inside a document: the last byte was a newline
  std::string head{};          // of the document, as long as it may still turn out to be text
  std::string text{};
  std::size_t matched = 0;  // how much of kReportMark the text just had
  bool mark_seen = false;   // in this document or line of text
  bool found = false;
  bool truncated = false;
  std::string instead{};
  std::string not_understood{};  // a document that is something else; matters only if there is no report

  void feed(std::string_view bytes);
  std::size_t feed_text(std::string_view bytes);
  std::size_t feed_document(std::string_view bytes);
  void begin_document();
  void end_document(std::string_view last_part);
  void add_text(std::string_view bytes);
  void look_for_mark(std::string_view bytes);
  void forget_mark() {
    matched = 0;
    mark_seen = false;
  }
  void fail_document(std::string_view last_part, const std::string& why);
  bool may_be_text() const { return document.seen().shape() != ForgeHandler::Shape::report; }
};

void ForgeJsonReader::State::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    bytes.remove_prefix(mode == Mode::document ? feed_document(bytes) : feed_text(bytes));
  }
}

// Takes at most the rest of a line.
std::size_t ForgeJsonReader::State::feed_text(std::string_view bytes) {
  const char first = bytes.front();
  if (mode == Mode::line_start || mode == Mode::after_document) {
    if (is_bracket(first)) {
      begin_document();
      return 0;
    }
    if (first == '\n') {
      if (mode == Mode::line_start) append_bounded(text, "\n");
      mode = Mode::line_start;
      return 1;
    }
    if (is_blank(first)) {
      if (mode == Mode::line_start) append_bounded(text, bytes.substr(0, 1));
      return 1;
    }
    mode = Mode::text;
  }
  const std::size_t newline = bytes.find('\n');
  const std::size_t length = newline == std::string_view::npos ? bytes.size() : newline + 1;
  if (mode == Mode::text) add_text(bytes.substr(0, length));
  if (newline != std::string_view::npos) mode = Mode::line_start;
  return length;
}

void ForgeJsonReader::State::begin_document() {
  mode = Mode::document;
  document.reset();
  at_line_start = false;
  forget_mark();
  head.clear();
}

// Takes at most the rest of a line, so that a document that fails is known to have failed in this line.
std::size_t ForgeJsonReader::State::feed_document(std::string_view bytes) {
  if (at_line_start && is_bracket(bytes.front())) {
    fail_document({}, "another document begins before its end");
    mode = Mode::line_start;
    return 0;
  }
  const std::size_t newline = bytes.find('\n');
  const std::size_t length = newline == std::string_view::npos ? bytes.size() : newline + 1;
  const std::string_view part = bytes.substr(0, length);
  const ForgeDocument::Step step = document.feed(part);
  switch (step.progress) {
    case ForgeDocument::Progress::more:
      at_line_start = newline != std::string_view::npos;
      if (may_be_text()) {
        append_bounded(head, part);
        look_for_mark(part);
      }
      return length;
    case ForgeDocument::Progress::failed:
      fail_document(part, document.failure());
      if (newline != std::string_view::npos) mode = Mode::line_start;
      return length;
    case ForgeDocument::Progress::done:
      mode = Mode::after_document;
      end_document(part.substr(0, step.used));
      // The parser takes the blanks behind a document too, and then the newline.
      if (step.used > 0 && part[step.used - 1] == '\n') mode = Mode::line_start;
      return step.used;
  }
  return length;
}

void ForgeJsonReader::State::end_document(std::string_view last_part) {
  using Shape = ForgeHandler::Shape;
  const Shape shape = document.seen().shape();
  const std::string stranger = document.seen().stranger();
  if (shape != Shape::unknown) forget_mark();
  if (shape == Shape::report) {
    found = true;
    if (!stranger.empty()) results.complain(fmt::format("it holds what isn't understood: {}", stranger));
    return;
  }
  if (shape != Shape::unknown) {
    instead = shape == Shape::gas_report ? "a gas report"
              : shape == Shape::list     ? "a list of tests"
              : shape == Shape::summary  ? "a summary"
                                         : "a build report";
    return;
  }
  // JSON that isn't forge's, a log line of a test perhaps: text, unless it speaks of suites. Then results may
  // be lost in it, and what is left must not look complete.
  not_understood = stranger.empty() ? "a JSON document stands in its place" : stranger;
  if (document.seen().speaks_of_suites())
    results.complain("a document is not a test report: " + not_understood);
  append_bounded(text, head);
  add_text(last_part);
  mode = Mode::text;
}

void ForgeJsonReader::State::fail_document(std::string_view last_part, const std::string& why) {
  if (!may_be_text()) {
    found = true;
    results.complain(why);
    forget_mark();
    mode = Mode::lost_line;
    return;
  }
  if (document.seen().speaks_of_suites() || document.too_deep()) results.complain(why);
  append_bounded(text, head);
  add_text(last_part);
  mode = Mode::text;
}

void ForgeJsonReader::State::add_text(std::string_view bytes) {
  append_bounded(text, bytes);
  look_for_mark(bytes);
  if (mark_seen) results.complain("what looks like test results stands inside of text");
}

void ForgeJsonReader::State::look_for_mark(std::string_view bytes) {
  for (const char c : bytes) {
    // The only part of the mark that can begin it anew is its quote.
    matched = c == kReportMark[matched] ? matched + 1 : c == kReportMark.front() ? 1 : 0;
    if (matched < kReportMark.size()) continue;
    mark_seen = true;
    matched = 1;
  }
}

ForgeJsonReader::ForgeJsonReader() : state_(std::make_unique<State>()) {}
ForgeJsonReader::~ForgeJsonReader() = default;

void ForgeJsonReader::feed(std::string_view bytes) {
  state_->feed(bytes);
}

bool ForgeJsonReader::in_document() const {
  return state_->mode == State::Mode::document || state_->mode == State::Mode::lost_line;
}

ForgeJsonReader::Result ForgeJsonReader::finish() {
  State& state = *state_;
  if (state.mode == State::Mode::document) {
    state.truncated = true;
    if (state.may_be_text()) {
      append_bounded(state.text, state.head);
    } else {
      state.found = true;
    }
  }
  Result result;
  result.text = to_valid_utf8(state.text);
  result.suites = std::move(state.results.suites);
  sort(result.suites);
  result.diagnostics = std::move(state.results.diagnostics);
  result.gas_report = std::move(state.results.gas_report);
  result.state.found = state.found;
  result.state.truncated = state.truncated;
  result.state.none_reason = none_reason(result.text);
  if (!state.found) {
    result.state.instead = state.instead;
    if (state.instead.empty() && !state.not_understood.empty()) {
      state.results.complain("it is not a test report: " + state.not_understood);
    }
    // With a report, text that looks like a compiler's is what a test printed.
    for (Diagnostic& diagnostic : read_solc_text(result.text))
      result.diagnostics.push_back(std::move(diagnostic));
  }
  result.state.malformed = fmt::format("{}", fmt::join(state.results.complaints, "; "));
  return result;
}

}  // namespace proctor::format
