// Whatever stands in an answer and however small the budget: it is kept, the text is harmless, and only its
// first line can be a verdict.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/text.hpp"
#include "output/brief.hpp"
#include "output/token_budget.hpp"

namespace {

void check(const std::string& text, std::size_t budget) {
  if (proctor::output::estimated_tokens(text) > budget) std::abort();
  if (proctor::for_terminal(text) != text) std::abort();
  if (text.find("\nPASS") != std::string::npos || text.find("\nFAIL") != std::string::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor;
  if (size < 2) return 0;
  const std::size_t budget = data[0] * 4U;
  const std::string text(reinterpret_cast<const char*>(data + 2), size - 2);
  Report report;
  report.suites = {{text, text}};
  for (int i = 0; i < data[1] % 8; ++i) {
    Case test{text, i % 3 == 0 ? Status::error : Status::fail, text};
    test.counterexample = text;
    test.logs = {text, text};
    report.suites[0].cases.push_back(std::move(test));
  }
  report.diagnostics = {{"error", text, 1, 2, text, text}};
  report.warnings = {text};
  report.not_run = {{text, text, text, text}};
  report.rerun = text;
  report.verdict = Verdict::fail;
  const Answer answer{report, Error{ErrorCode::test_inconsistent, text}};
  check(output::brief(answer, budget, text), budget);

  const std::string harmless = for_terminal(text);
  output::CommandBrief command;
  command.command = text;
  command.termination = {Termination::Kind::exited, 1, text};
  command.error = Error{ErrorCode::command_failed, text};
  if (data[1] % 2 == 0) command.report = &report;
  command.evidence = {text};
  command.output = harmless;
  command.left_behind = {{1, text}};
  command.run = text;
  command.log = text;
  check(output::brief_command(command, budget), budget);
  return 0;
}
