// What `forge test` prints for people, made of its JSON.
#include <fmt/format.h>
#include <re2/re2.h>

#include <memory>
#include <utility>

#include "format/forge_json.hpp"
#include "format/line_splitter.hpp"
#include "format/log_text.hpp"
#include "format/reader.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMostRaw = 1U << 20U;  // of what may be no report

std::string figures_of(const Case& test) {
  std::string runs = test.runs ? fmt::format("runs: {}", *test.runs) : "";
  if (!test.gas) return runs;
  return runs.empty() ? fmt::format("gas: {}", *test.gas) : fmt::format("{}, μ: {}", runs, *test.gas);
}

std::string result_of(const Case& test) {
  std::string text = test.status == Status::pass ? "PASS" : test.status == Status::skip ? "SKIP" : "FAIL";
  const std::string reason = test.reason.value_or("");
  if (!reason.empty()) text += ": " + reason;
  const std::string example = test.counterexample.value_or("");
  if (example.find('\n') != std::string::npos) {
    text += "]\n\t[Sequence]\n\t\t";
    for (const char c : example) text += c == '\n' ? "\n\t\t" : std::string(1, c);
    return fmt::format("[{}\n {} ({})\n", text, test.name, figures_of(test));
  }
  if (!example.empty()) text += fmt::format("; counterexample: args=[{}]", example);
  return fmt::format("[{}] {} ({})\n", text, test.name, figures_of(test));
}

std::string several(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string suites_in_words(const std::vector<Suite>& suites) {
  std::string text;
  std::string failing;
  for (const Suite& suite : suites) {
    const Counts counts = count(suite);
    const std::size_t failed = counts.failed + counts.errors;
    text += fmt::format("\nRan {} for {}:{}\n", several(counts.total(), "test"), suite.file, suite.name);
    if (failed > 0)
      failing +=
          fmt::format("Encountered {} in {}:{}\n", several(failed, "failing test"), suite.file, suite.name);
    for (const Case& test : suite.cases) {
      text += result_of(test);
      if (!test.logs.empty()) text += "Logs:\n";
      for (const std::string& line : test.logs) text += fmt::format("  {}\n", line);
      if (!test.logs.empty()) text += '\n';
      if (test.status == Status::fail || test.status == Status::error) failing += result_of(test);
    }
    if (failed > 0) failing += '\n';
    text += fmt::format("Suite result: {}. {} passed; {} failed; {} skipped; finished in {:.2f}ms\n",
                        failed > 0 ? "FAILED" : "ok", counts.passed, failed, counts.skipped,
                        suite.duration_ms.value_or(0));
  }
  const Counts all = count(suites);
  const std::size_t failed = all.failed + all.errors;
  text += fmt::format("\nRan {}: {} tests passed, {} failed, {} skipped ({} total tests)\n",
                      several(suites.size(), "test suite"), all.passed, failed, all.skipped, all.total());
  if (failed == 0) return text;
  return text + "\nFailing tests:\n" + failing +
         fmt::format("Encountered a total of {} failing tests, {} tests succeeded\n", failed, all.passed);
}

class ForgeInWords {
 public:
  std::string out(std::string_view bytes) {
    reader_.feed(bytes);
    if (passes_) return std::string(bytes);
    if (raw_.size() < kMostRaw) raw_ += bytes;
    if (raw_.size() < kMostRaw) return {};
    // So much text before a report isn't forge's own.
    passes_ = !reader_.in_document() && !is_cut_;
    if (passes_) return std::exchange(raw_, {});
    is_cut_ = true;
    raw_.resize(kMostRaw);
    return {};
  }

  std::string end() {
    const ForgeJsonReader::Result result = reader_.finish();
    if (passes_) return {};
    const bool is_report = result.state.found && !result.state.truncated && result.state.malformed.empty();
    if (is_report) return result.text + suites_in_words(result.suites);
    return raw_ + (is_cut_ ? "\n[… what follows is left out: it is no report that can be read …]\n" : "");
  }

  // Without the lines by which proctor knows which suites are running (framework/forge_log.hpp).
  std::string err(std::string_view bytes) {
    static const RE2 told(R"(\d+-\d+-\d+T[\d:.]+Z +(?:TRACE|DEBUG) .*)");
    if (bytes.empty()) return errors_.take_rest();
    std::string text;
    errors_.feed(bytes, [&text](std::string_view line) {
      if (!RE2::FullMatch({line.data(), line.size()}, told)) text += std::string(line) + '\n';
    });
    return text;
  }

 private:
  ForgeJsonReader reader_{};
  std::string raw_{};    ///< the beginning of what came
  bool is_cut_ = false;  ///< there was more
  bool passes_ = false;  ///< what comes goes to the log as it is
  LineSplitter errors_{kLongestReportLine};
};

}  // namespace

LogText forge_log_text() {
  return [words = std::make_shared<ForgeInWords>()](Stream stream, std::string_view bytes) {
    if (stream == Stream::err) return words->err(bytes);
    return bytes.empty() ? words->end() : words->out(bytes);
  };
}

}  // namespace proctor::format
