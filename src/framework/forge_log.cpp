#include "framework/forge_log.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "format/forge_json.hpp"

namespace proctor::framework {
namespace {

constexpr std::size_t kLongestLine = 64U << 10U;
constexpr std::size_t kMostRest = 256U << 10U;
// Together they bound what hostile names can make us keep. Beyond them the log says too little, and forge is
// asked for its list of tests.
constexpr std::size_t kMostSuites = 20'000;
constexpr std::size_t kLongestName = 512;

// "2026-11-21T22:08:11.145204Z ": only lines that begin so are forge's log.
bool has_timestamp(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00.";
  if (text.size() < kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kForm[i] == '0' ? !digit : text[i] != kForm[i]) return false;
  }
  const std::size_t end = text.find("Z ");
  return end != std::string_view::npos && end < 40;
}

// "test/A.t.sol:ATest": whatever the file's name is, behind its last colon there is an identifier. It isn't
// where a line tells of something inside of a suite ("suite{…}:test{…}: …").
bool is_suite_name(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(colon) + 1, text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$'; });
}

std::optional<std::size_t> number_after(std::string_view text, std::string_view prefix,
                                        std::string_view suffix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  std::size_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return text.starts_with(suffix) ? std::optional(number) : std::nullopt;
}

}  // namespace

void ForgeLog::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, newline);
    // Of a line that is too long nothing is read: neither its beginning nor its end is a line.
    partial_too_long_ = partial_too_long_ || partial_.size() + piece.size() > kLongestLine;
    if (partial_too_long_) {
      partial_.clear();
    } else {
      partial_ += piece;
    }
    if (newline == std::string_view::npos) return;
    bytes.remove_prefix(newline + 1);
    finish();
  }
}

void ForgeLog::finish() {
  if (!partial_.empty()) line(partial_);
  if (partial_too_long_ && rest_.size() < kMostRest) rest_ += "[… a line of more than 64 KiB cut …]\n";
  partial_.clear();
  partial_too_long_ = false;
}

void ForgeLog::line(std::string_view text) {
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (has_timestamp(text) && log_line(text)) return;
  if (rest_.size() + text.size() < kMostRest) rest_.append(text).append("\n");
}

bool ForgeLog::log_line(std::string_view text) {
  constexpr std::string_view kSuite = "suite{name=";
  constexpr std::string_view kRunner = " forge::multi_runner: ";
  constexpr std::string_view kTests = " forge::runner: ";
  constexpr std::string_view kCompiler = " foundry_compilers::compilers::solc::compiler: ";
  if (const std::size_t at = text.find(kCompiler); at != std::string_view::npos) {
    const std::size_t name = text.rfind("/solc-");
    if (text.substr(at + kCompiler.size()).starts_with("compiling cmd=") && name != std::string_view::npos) {
      const std::string_view solc = text.substr(name + 1, text.find_first_of("\" ", name) - name - 1);
      tell(PhaseStarted{"compiling", std::string("with ").append(solc)});
    }
    return true;
  }
  // The last one: a file's name may hold such words, too, but it stands before them.
  const std::size_t runner = text.rfind(kRunner);
  const std::size_t tests = text.rfind(kTests);
  const bool from_runner =
      runner != std::string_view::npos && (tests == std::string_view::npos || runner > tests);
  const std::size_t at = from_runner ? runner : tests;
  if (at == std::string_view::npos) return false;
  const std::string_view message = text.substr(at + (from_runner ? kRunner : kTests).size());
  if (const std::size_t suite = text.find(kSuite); suite < at) {
    std::string_view name = text.substr(suite + kSuite.size(), at - suite - kSuite.size());
    if (!name.ends_with("}:")) return true;
    name.remove_suffix(2);
    if (is_suite_name(name)) suite_line(std::string(name), message);
    return true;
  }
  if (message.starts_with("running all tests")) {
    running_began_ = true;
    tell(PhaseStarted{"testing", ""});
  }
  if (const auto found = number_after(message, "Found ", " test contracts")) {
    suites_found_ += *found;
    tell(SuitesFound{suites_found_});
  }
  return true;
}

void ForgeLog::suite_line(const std::string& name, std::string_view message) {
  const bool begins = message.starts_with("start executing");
  const bool ends = message.starts_with("executed all tests");
  if (name.size() > kLongestName || (suites_.size() >= kMostSuites && !suites_.contains(name))) {
    unnamed_unfinished_ += begins ? 1 : ends ? -1 : 0;
    return;
  }
  SuiteState& suite = suites_[name];
  if (begins) tell(SuiteStarted{name});
  if (const auto tests = number_after(message, "Found ", " test functions")) suite.tests = *tests;
  if (ends) {
    suite.finished = true;
    constexpr std::string_view kDuration = "duration=";
    std::optional<std::chrono::microseconds> duration;
    if (const std::size_t at = message.find(kDuration); at != std::string_view::npos) {
      if (const auto ms = format::parse_forge_duration(message.substr(at + kDuration.size()))) {
        duration = std::chrono::microseconds(static_cast<std::int64_t>(*ms * 1000));
        suite.duration = *duration;
      }
    }
    tell(SuiteFinished{name, duration});
  }
}

void ForgeLog::tell(const Event& event) const {
  if (events_) events_(event);
}

}  // namespace proctor::framework
