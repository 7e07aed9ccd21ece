#include "format/output_evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "format/document_start.hpp"
#include "format/envelope_reader.hpp"
#include "format/forge_json.hpp"
#include "format/forge_text.hpp"
#include "format/printed_tap.hpp"
#include "format/text_line.hpp"

namespace proctor::format {

// One stream. Lines are always looked at; the readers of documents get their bytes beside that, from where
// one begins to where it ends. So a document that isn't one can't hide the lines behind it.
class OutputEvidence::Side {
 public:
  explicit Side(WordReader& words) : words_(words) {}

  // A carriage return within a line ends one state of it, as progress bars do, and what was printed over
  // counts as well: here it is the end of a line.
  void feed(std::string_view bytes) {
    if (!returned_ && bytes.find('\r') == std::string_view::npos) return feed_lines(bytes);
    states_.clear();
    for (const char c : bytes) {
      if (returned_) states_ += c == '\n' ? '\r' : '\n';  // what follows it tells what it is
      returned_ = c == '\r';
      if (!returned_) states_ += c;
    }
    feed_lines(states_);
  }

  void finish() {
    // A report that ends in its first key was cut off as well.
    cut_off = sniffing_ && line_.head().find(".sol:") != std::string::npos;
    if (!line_.empty()) end_line(line_.take());
    envelope.finish();
  }

  ForgeTextReader text{};
  std::unique_ptr<ForgeJsonReader> json{};
  EnvelopeReader envelope{};
  PrintedTap tap{};
  bool cut_off = false;

 private:
  bool in_document() const { return in_forge_ || envelope.in_document(); }

  void feed_lines(std::string_view bytes) {
    while (!bytes.empty()) {
      std::size_t length = bytes.find('\n');
      length = length == std::string_view::npos ? bytes.size() : length + 1;
      if (in_document()) {
        feed_document(bytes.substr(0, length));
        look(bytes.substr(0, length));
      } else {
        length = look(bytes.substr(0, length));
      }
      bytes.remove_prefix(length);
    }
  }

  // `bytes` is a line or a part of one. Returns how many bytes it took: not all where a document begins.
  std::size_t look(std::string_view bytes) {
    const bool whole = bytes.back() == '\n';
    std::string_view part = bytes.substr(0, bytes.size() - (whole ? 1 : 0));
    if (in_known_document_) {
      in_known_document_ = !whole;
      return bytes.size();
    }
    if (line_.empty()) sniffing_ = !in_document() && (behind_bracket_ || bytes.front() == '{');
    if (line_.empty() && whole && !sniffing_ && part.size() < LineBuffer::kHead) {
      const bool plain = part.find('\x1b') == std::string_view::npos;
      if (plain) return end_line(without_end(part)), bytes.size();
    }
    if (sniffing_) {
      part = part.substr(0, LineBuffer::kHead - line_.head().size());
      line_.append(part);
      if (sniff()) return part.size();
      if (part.size() + (whole ? 1 : 0) < bytes.size()) return part.size();
    } else {
      line_.append(part);
    }
    if (whole) end_line(line_.take());
    return bytes.size();
  }

  static std::string_view without_end(std::string_view line) {
    return line.substr(0, line.find_last_not_of(" \t\r") + 1);
  }

  // Whether the line turned out to begin a document. Then its reader has got what was collected.
  bool sniff() {
    std::string head = behind_bracket_ ? "{\n" : "";
    head += line_.head();
    const Sniffed kind = sniff_document(head);
    if (kind == Sniffed::unknown) return false;
    sniffing_ = false;
    if (kind == Sniffed::nothing) return false;
    if (kind == Sniffed::forge_report) {
      if (!json) json = std::make_unique<ForgeJsonReader>();
      in_forge_ = true;
      json->feed(head);
    } else {
      envelope.begin(head);
    }
    line_.clear();
    behind_bracket_ = false;
    in_known_document_ = true;
    return true;
  }

  void feed_document(std::string_view bytes) {
    envelope.feed(bytes);
    if (!in_forge_) return;
    json->feed(bytes);
    if (bytes.ends_with('\n') && !json->in_document()) in_forge_ = false;
  }

  void end_line(std::string_view line) {
    behind_bracket_ = !in_document() && line == "{";
    if (text.wants_every_line() || ForgeTextReader::begins_line(line)) text.line(line);
    if (!in_document()) tap.line(line);
    words_.line(line);
  }

  WordReader& words_;
  std::string states_{};
  bool returned_ = false;  // the last byte so far is a carriage return, which is held back
  LineBuffer line_{};
  bool sniffing_ = false;           // the line may begin a document
  bool behind_bracket_ = false;     // the line before is `{` alone
  bool in_known_document_ = false;  // the rest of the line is a document's
  bool in_forge_ = false;
};

namespace {

constexpr std::string_view kPrintedTap = "tap";

// Brings the results of all readers together.
class Merger {
 public:
  void add(std::vector<Suite> suites, const ReportState& state, const Counts& totals, bool complete,
           std::string_view format) {
    for (Suite& suite : suites) {
      const std::size_t index = results_.suite(suite.file, suite.name);
      if (suite.duration_ms) results_.add_duration(index, *suite.duration_ms);
      for (Case& test : suite.cases) results_.add_case(index, std::move(test));
      for (std::string& warning : suite.warnings) results_.add_warning(index, std::move(warning));
    }
    ReportState& all = evidence.state;
    all.found = all.found || state.found;
    all.truncated = all.truncated || state.truncated;
    add_malformed(state.malformed);
    if (all.none_reason.empty()) all.none_reason = state.none_reason;
    if (!all.cause) all.cause = state.cause;
    totals_ += totals;
    // Words for why nothing ran are no results that could be incomplete.
    if (state.found || state.truncated) evidence.complete = evidence.complete && complete;
    evidence.has_report = true;
    if (evidence.format.empty()) evidence.format = format;
  }

  Evidence take() {
    for (const std::string& complaint : results_.complaints) add_malformed(complaint);
    evidence.suites = std::move(results_.suites);
    sort(evidence.suites);
    evidence.totals = evidence.complete ? count(evidence.suites) : totals_;
    if (evidence.state.found) evidence.state.none_reason.clear();
    if (evidence.format.starts_with("forge")) evidence.framework.name = "forge";
    return std::move(evidence);
  }

  Evidence evidence{};

 private:
  void add_malformed(const std::string& what) {
    std::string& all = evidence.state.malformed;
    if (!what.empty()) all += (all.empty() ? "" : "; ") + what;
  }

  ForgeResults results_;
  Counts totals_;
};

}  // namespace

OutputEvidence::OutputEvidence(const WordTable& words, LineMask mask)
    : mask_(std::move(mask)),
      words_(words),
      out_(std::make_unique<Side>(words_)),
      err_(std::make_unique<Side>(words_)) {}
OutputEvidence::~OutputEvidence() = default;

void OutputEvidence::feed(Stream stream, std::string_view raw) {
  (stream == Stream::out ? out_ : err_)->feed(raw);
}

std::string OutputEvidence::shown(const std::string& line) const {
  std::string harmless = for_terminal(trim(mask_ ? mask_(line) : line));
  harmless.resize(utf8_prefix(harmless, kFailureLineBytes));
  return harmless;
}

Evidence OutputEvidence::finish() {
  Merger merger;
  Evidence& evidence = merger.evidence;
  for (Side* side : {out_.get(), err_.get()}) side->finish();
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
  for (Side* side : {out_.get(), err_.get()}) {
    const auto documents = side->tap.finish();
    if (documents.empty() || evidence.has_report) continue;
    ReadReports read = report_of(documents);
    number_twins(read.suites);
    const Counts counts = count(read.suites);
    merger.add(std::move(read.suites), read.state, counts, true, kPrintedTap);
  }
  Evidence found = merger.take();
  Said said = words_.finish();
  for (const std::string& line : said.failure_lines) found.failure_lines.push_back(shown(line));
  found.passed = shown(said.passed);
  found.passed_some = shown(said.passed_some);
  found.none_ran = shown(said.none);
  found.nothing = shown(said.nothing);
  found.unfinished = shown(said.unfinished);
  found.ended = std::move(said.ended);
  found.passed_by = std::move(said.passed_by);
  found.in_doubt = said.in_doubt;
  return found;
}

void number_twins(std::vector<Suite>& suites) {
  // By file, suite and name: the number of the last one.
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> last;
  for (Suite& suite : suites) {
    for (Case& test : suite.cases) {
      const std::tuple twin(suite.file, suite.name, test.name);
      while (!last.emplace(std::tuple(suite.file, suite.name, test.name), 1).second)
        test.name = fmt::format("{} ({})", std::get<2>(twin), ++last[twin]);
    }
  }
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
    const auto keep = [](std::string& place, std::string& line) {
      if (place.empty()) place = std::move(line);
    };
    keep(all.passed, source.passed);
    keep(all.passed_some, source.passed_some);
    keep(all.none_ran, source.none_ran);
    keep(all.nothing, source.nothing);
    keep(all.unfinished, source.unfinished);
    for (const auto& [tool, lines] : source.ended) all.ended[tool] += lines;
    all.passed_by.merge(source.passed_by);
    all.in_doubt = all.in_doubt || source.in_doubt;
    for (Diagnostic& diagnostic : source.diagnostics) all.diagnostics.push_back(std::move(diagnostic));
    if (all.framework.name.empty()) all.framework = source.framework;
    // A runner that tells of its tests itself may print TAP as well.
    const bool told_better =
        source.format == kPrintedTap && std::ranges::any_of(sources, [](const Evidence& other) {
          return other.has_report && other.format != kPrintedTap;
        });
    if (!source.has_report || told_better) continue;
    // The sums of a run whose tests another source names are no further tests.
    const bool repeats = !source.complete && in_full_elsewhere(source);
    merger.add(std::move(source.suites), source.state, repeats ? Counts() : source.totals,
               source.complete || repeats, source.format);
  }
  const bool any_ran = !all.passed.empty() || !all.passed_some.empty() || !all.failure_lines.empty();
  if (any_ran) {
    all.none_ran.clear();
    all.nothing.clear();
  }
  return merger.take();
}

}  // namespace proctor::format
