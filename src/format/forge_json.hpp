// Reads what `forge test --json` writes, as it arrives, in pieces of any size and in bounded memory.
//
// The shape (seen with forge 1.4 to 1.7): one object, {"test/A.t.sol:ATest": {"duration": "6ms 744µs 506ns",
// "test_results": {"testX()": {…}}, "warnings": []}}, or several objects (NDJSON), whose suites of the same
// name are merged test by test. Text may stand before, between and after the objects. Execution traces, which
// may be hundreds of megabytes, are skipped without being stored.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/judge.hpp"
#include "report/report.hpp"

namespace proctor::format {

class ForgeJsonReader {
 public:
  ForgeJsonReader();
  ~ForgeJsonReader();
  ForgeJsonReader(const ForgeJsonReader&) = delete;
  ForgeJsonReader& operator=(const ForgeJsonReader&) = delete;

  /// The next piece of forge's stdout. Never fails: what can't be understood is remembered in the state.
  void feed(std::string_view bytes);

  /// What comes next belongs to a document, or to the rest of a line in which one broke.
  bool in_document() const;

  struct Result {
    std::vector<Suite> suites;            ///< sorted; cases without locations
    std::vector<Diagnostic> diagnostics;  ///< of `forge build --json`, and of compile errors printed as text
    std::vector<GasContract> gas_report;  ///< of `forge test --gas-report --json`
    ReportState state;
    std::string text;  ///< what stood outside of documents, bounded
  };
  /// Ends the input. To be called once.
  Result finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// "6ms 744µs 506ns" (or s, m, h; old forge: {"secs", "nanos"}) in milliseconds.
std::optional<double> parse_forge_duration(std::string_view text);

}  // namespace proctor::format
