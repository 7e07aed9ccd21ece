#include "format/output_evidence.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "format/cursor_returns.hpp"
#include "format/document_start.hpp"
#include "format/envelope_reader.hpp"
#include "format/evidence_start.hpp"
#include "format/failure_context.hpp"
#include "format/forge_json.hpp"
#include "format/forge_text.hpp"
#include "format/text_line.hpp"

namespace proctor::format {

// One stream. Lines are always looked at; the readers of documents get their bytes beside that, from where
// one begins to where it ends. So a document that isn't one can't hide the lines behind it.
class OutputEvidence::Side {
 public:
  Side(std::vector<std::string>& failure_lines, std::string& stacks, const LineMask& mask)
      : failure_lines_(failure_lines), stacks_(stacks), mask_(mask) {}

  // A carriage return within a line ends one state of it, and what was printed over counts as well: for the
  // readers it is the end of a line.
  void feed(std::string_view bytes) { feed_returns(cursor_returns_.feed(bytes)); }

  void feed_returns(std::string_view bytes) {
    if (!returned_ && bytes.find('\r') == std::string_view::npos) return feed_lines(bytes);
    while (!bytes.empty()) {
      const std::size_t size = std::min(kPiece, bytes.size());
      feed_states(bytes.substr(0, size));
      bytes.remove_prefix(size);
    }
  }

  // With a newline in the place of each carriage return that doesn't stand before one.
  void feed_states(std::string_view bytes) {
    states_.clear();
    for (const char c : bytes) {
      if (returned_) states_ += c == '\n' ? '\r' : '\n';  // what follows it tells what it is
      returned_ = c == '\r';
      if (!returned_) states_ += c;
    }
    feed_lines(states_);
  }

  void feed_lines(std::string_view bytes) {
    while (!bytes.empty()) {
      std::size_t length = 0;
      if (in_document()) {
        const std::size_t newline = bytes.find('\n');
        length = newline == std::string_view::npos ? bytes.size() : newline + 1;
        feed_document(bytes.substr(0, length));
        for (std::size_t seen = 0; seen < length;) seen += scan(bytes.substr(seen, length - seen));
      } else {
        length = scan(bytes);
      }
      bytes.remove_prefix(length);
    }
  }

  void finish() {
    feed_returns(cursor_returns_.held());
    // A report that ends in its first key was cut off as well.
    cut_off = at_ == At::collecting && sniffing_ && line_.head().find(".sol:") != std::string::npos;
    if (at_ == At::collecting) end_line();
    envelope.finish();
  }

  void keep_stacks() {
    if (!stacks_.empty() && failure_lines_.size() < kFailureLines) keep_failure(stacks_);
    stacks_.clear();
  }

  ForgeTextReader text{};
  std::unique_ptr<ForgeJsonReader> json{};
  EnvelopeReader envelope{};
  bool cut_off = false;

 private:
  enum class At {
    line_start,
    collecting,  // a line that may matter
    dropping,    // the rest of a line that doesn't
    skipping     // the same, and lines that begin like nothing that matters are passed over as well
  };

  bool in_document() const { return in_forge_ || envelope.in_document(); }

  // Further lines of failures say nothing new.
  Wanted wanted() const {
    return failure_lines_.size() < kFailureLines ? Wanted::all_evidence : Wanted::results;
  }

  // Takes at least one byte; ends early where a document begins.
  std::size_t scan(std::string_view bytes) {
    std::size_t at = 0;
    const bool was_in_document = in_document();
    while (at < bytes.size() && (was_in_document || !in_document())) {
      const std::string_view rest = bytes.substr(at);
      switch (at_) {
        case At::line_start:
          begin_line(rest);
          break;
        case At::collecting:
          at += collect(rest);
          break;
        case At::dropping: {
          const std::size_t newline = rest.find('\n');
          if (newline == std::string_view::npos) return bytes.size();
          at += newline + 1;
          at_ = At::line_start;
          break;
        }
        case At::skipping: {
          const std::size_t line = find_line_to_look_at(rest, wanted());
          if (line == std::string_view::npos) return bytes.size();
          at += line;
          at_ = At::line_start;
          break;
        }
      }
    }
    return at;
  }

  void begin_line(std::string_view bytes) {
    const bool matters = !is_plainly_nothing(bytes, wanted()) && look_at_line(bytes) != Look::no;
    sniffing_ = !in_document() && (behind_bracket_ || (matters && bytes.starts_with('{')));
    at_ = matters || sniffing_ || text.wants_every_line() ? At::collecting : At::skipping;
  }

  std::size_t collect(std::string_view bytes) {
    const std::size_t newline = bytes.find('\n');
    std::string_view part = bytes.substr(0, newline);
    if (sniffing_) {
      part = part.substr(0, LineBuffer::kHead - line_.head().size());
      line_.append(part);
      if (sniff()) return part.size();
    } else {
      line_.append(part);
    }
    if (part.size() < bytes.size() && bytes[part.size()] == '\n') {
      end_line();
      return part.size() + 1;
    }
    return part.size();
  }

  // Whether the line turned out to begin a document. Then its reader has got what was collected.
  bool sniff() {
    std::string head = behind_bracket_ ? "{\n" : "";
    head += line_.head();
    switch (sniff_document(head)) {
      case Sniffed::unknown:
        return false;
      case Sniffed::forge_report:
        if (!json) json = std::make_unique<ForgeJsonReader>();
        in_forge_ = true;
        json->feed(head);
        break;
      case Sniffed::envelope:
        envelope.begin(head);
        break;
      case Sniffed::go_event:
      case Sniffed::jest_report:
      case Sniffed::rspec_report:
      case Sniffed::pytest_report:
      case Sniffed::nothing:
        sniffing_ = false;
        return false;
    }
    line_.clear();
    sniffing_ = behind_bracket_ = false;
    at_ = At::dropping;
    return true;
  }

  void feed_document(std::string_view bytes) {
    envelope.feed(bytes);
    if (!in_forge_) return;
    json->feed(bytes);
    if (bytes.ends_with('\n') && !json->in_document()) in_forge_ = false;
  }

  void end_line() {
    const Sniffed kind = line_.head().starts_with('{') ? sniff_document(line_.head()) : Sniffed::nothing;
    const bool in_colours = line_.head().find('\x1b') != std::string::npos;
    const bool matters = is_worth_a_look(line_.head());
    const std::string line = line_.take();
    behind_bracket_ = !in_document() && line == "{" && !in_colours;
    at_ = At::line_start;
    text.line(line);
    if (!matters || failure_lines_.size() >= kFailureLines) return;
    switch (context_.line(line)) {
      case FailureContext::Says::tests_failed:
        return keep_failure(line);
      case FailureContext::Says::bare_not_ok_failed:
        return keep_failure("not ok");
      case FailureContext::Says::stacks:
        if (stacks_.empty()) stacks_ = line;
        return;
      case FailureContext::Says::run_begins:
        return keep_stacks();
      case FailureContext::Says::run_ends:
        return stacks_.clear();
      case FailureContext::Says::passed_at_last:
        return take_back(line);
      case FailureContext::Says::nothing:
        break;
    }
    if (is_failed_document(kind, line)) keep_failure(line);
  }

  // A line that came in pieces was gathered before that could be told. It must not say more than one that is
  // passed over in place.
  static bool is_worth_a_look(std::string_view line) {
    std::string begin(line.substr(0, kLookedAt));
    if (begin.size() < kLookedAt) begin += '\n';
    return look_at_line(begin) != Look::no;
  }

  void keep_failure(const std::string& line) {
    std::string harmless = for_terminal(trim(mask_ ? mask_(line) : line));
    harmless.resize(utf8_prefix(harmless, kFailureLineBytes));
    failure_lines_.push_back(std::move(harmless));
  }

  // Once: a test of that name may have failed in another run as well.
  void take_back(std::string_view passed) {
    const auto same = [passed](std::string_view failed) { return is_same_ctest_test(failed, passed); };
    const auto last = std::find_if(failure_lines_.rbegin(), failure_lines_.rend(), same);
    if (last != failure_lines_.rend()) failure_lines_.erase(std::next(last).base());
  }

  std::vector<std::string>& failure_lines_;
  std::string& stacks_;
  const LineMask& mask_;
  static constexpr std::size_t kPiece = 32U << 10U;
  static constexpr std::size_t kLookedAt = LineBuffer::kHead;
  std::string states_{};
  CursorReturns cursor_returns_{};
  bool returned_ = false;  // the last byte so far is a carriage return, which is held back
  At at_ = At::line_start;
  LineBuffer line_{};
  bool sniffing_ = false;        // the line may begin a document
  bool behind_bracket_ = false;  // the line before is `{` alone
  bool in_forge_ = false;
  FailureContext context_{};
};

namespace {

// Brings the results of all readers together.
class Merger {
 public:
  void add(std::vector<Suite> suites, const ReportState& state, const Counts& totals, bool complete,
           std::string_view format) {
    for (Suite& suite : suites) {
      const std::size_t index =
          results_.suite(suite.file.empty() ? suite.name : suite.file + ":" + suite.name);
      if (suite.duration_ms) results_.add_duration(index, *suite.duration_ms);
      for (Case& test : suite.cases) results_.add_case(index, std::move(test));
      for (std::string& warning : suite.warnings) results_.add_warning(index, std::move(warning));
    }
    ReportState& all = evidence.state;
    all.found = all.found || state.found;
    all.truncated = all.truncated || state.truncated;
    if (!state.malformed.empty()) all.malformed += (all.malformed.empty() ? "" : "; ") + state.malformed;
    if (all.none_reason.empty()) all.none_reason = state.none_reason;
    if (!all.cause) all.cause = state.cause;
    totals_ += totals;
    // Words for why nothing ran are no results that could be incomplete.
    if (state.found || state.truncated) evidence.complete = evidence.complete && complete;
    evidence.has_report = true;
    if (evidence.format.empty()) evidence.format = format;
  }

  Evidence take() {
    evidence.suites = std::move(results_.suites);
    sort(evidence.suites);
    evidence.totals = evidence.complete ? count(evidence.suites) : totals_;
    if (evidence.state.found) evidence.state.none_reason.clear();
    if (evidence.format.starts_with("forge")) evidence.framework.name = "forge";
    return std::move(evidence);
  }

  Evidence evidence{};

 private:
  ForgeResults results_;
  Counts totals_;
};

}  // namespace

OutputEvidence::OutputEvidence(LineMask mask)
    : mask_(std::move(mask)),
      out_(std::make_unique<Side>(failure_lines_, stacks_, mask_)),
      err_(std::make_unique<Side>(failure_lines_, stacks_, mask_)) {}
OutputEvidence::~OutputEvidence() = default;

void OutputEvidence::feed(Stream stream, std::string_view raw) {
  (stream == Stream::out ? out_ : err_)->feed(raw);
}

void OutputEvidence::command_is_being_ended() {
  out_->keep_stacks();
  before_end_ = failure_lines_.size();
}

Evidence OutputEvidence::finish() {
  Merger merger;
  Evidence& evidence = merger.evidence;
  for (Side* side : {out_.get(), err_.get()}) side->finish();
  out_->keep_stacks();
  if (before_end_) {
    // `go test` hands on what its test programs had said only when they have ended.
    const auto is_answer = [](const std::string& line) { return !line.starts_with("--- FAIL: "); };
    const std::size_t first = std::min(*before_end_, failure_lines_.size());
    failure_lines_.erase(std::remove_if(failure_lines_.begin() + static_cast<std::ptrdiff_t>(first),
                                        failure_lines_.end(), is_answer),
                         failure_lines_.end());
  }
  for (Side* side : {out_.get(), err_.get()}) {
    if (side->cut_off) {
      ReportState state;
      state.truncated = true;
      merger.add({}, state, {}, true, "forge-json");
    }
    if (!side->json) continue;
    auto read = side->json->finish();
    if (!read.state.found && !read.state.truncated) continue;
    const Counts counts = count(read.suites);
    merger.add(std::move(read.suites), read.state, counts, true, "forge-json");
  }
  for (Side* side : {out_.get(), err_.get()}) {
    auto read = side->text.finish();
    if (!read.state.found && read.state.none_reason.empty() && !read.state.cause) continue;
    merger.add(std::move(read.suites), read.state, read.totals, read.complete, "forge-text");
    for (Diagnostic& diagnostic : read.diagnostics) evidence.diagnostics.push_back(std::move(diagnostic));
  }
  for (Side* side : {out_.get(), err_.get()}) {
    EnvelopeReader& envelope = side->envelope;
    if (!envelope.state.found && !envelope.state.truncated) continue;
    const Counts counts = count(envelope.results.suites);
    merger.add(std::move(envelope.results.suites), envelope.state, counts, true, "proctor");
    if (!envelope.framework.name.empty()) evidence.framework = envelope.framework;
  }
  Evidence found = merger.take();
  found.failure_lines = std::move(failure_lines_);
  return found;
}

Evidence merged(std::vector<Evidence> sources) {
  Merger merger;
  Evidence& all = merger.evidence;
  const auto in_full_elsewhere = [&sources](const Evidence& sums) {
    return std::any_of(sources.begin(), sources.end(), [&sums](const Evidence& other) {
      return other.has_report && other.complete && other.totals == sums.totals;
    });
  };
  for (Evidence& source : sources) {
    for (std::string& line : source.failure_lines) {
      if (all.failure_lines.size() < OutputEvidence::kFailureLines)
        all.failure_lines.push_back(std::move(line));
    }
    for (Diagnostic& diagnostic : source.diagnostics) all.diagnostics.push_back(std::move(diagnostic));
    if (all.framework.name.empty()) all.framework = source.framework;
    if (!source.has_report) continue;
    // The sums of a run whose tests another source names are no further tests.
    const bool repeats = !source.complete && in_full_elsewhere(source);
    merger.add(std::move(source.suites), source.state, repeats ? Counts() : source.totals,
               source.complete || repeats, source.format);
  }
  return merger.take();
}

}  // namespace proctor::format
