// The test results of one or several forge reports, merged test by test.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "report/report.hpp"

namespace proctor::format {

/// The same test may come twice: in two documents (forge prints one object a line, with overlapping suites,
/// when a project tests on several networks), as a repeated key, or because a test printed something that
/// looks like a report. The worse result stays (fail and error before skip before pass), so that nothing
/// printed can turn a failure into a pass.
class ForgeResults {
 public:
  static constexpr std::size_t kMaxSuites = 100'000;
  static constexpr std::size_t kMaxCases = 100'000;
  static constexpr std::size_t kMaxBytes = 64U << 20U;  ///< of all that is kept, roughly
  static constexpr std::size_t kMaxWarnings = 1000;     ///< of one suite

  static constexpr std::size_t kNoSuite = static_cast<std::size_t>(-1);

  /// The suite of that name, a new one if there is none. kNoSuite if there are too many.
  std::size_t suite(std::string_view file, std::string_view name);
  /// The same by forge's key: "test/A.t.sol:ATest".
  std::size_t suite(std::string_view key);
  void add_case(std::size_t suite, Case test);
  /// A suite that comes twice took both times.
  void add_duration(std::size_t suite, double milliseconds);
  void add_warning(std::size_t suite, std::string warning);

  void add_diagnostic(Diagnostic diagnostic);
  void add_contract(GasContract contract);

  /// Something that is wrong with the report. Each is said once, and only the first few.
  void complain(std::string what);

  // What was read, to be moved away at the end.
  std::vector<Suite> suites{};
  std::vector<Diagnostic> diagnostics{};
  std::vector<GasContract> gas_report{};
  std::vector<std::string> complaints{};

 private:
  bool has_room(std::size_t bytes);

  std::unordered_map<std::string, std::size_t> suite_of_key_;
  std::vector<std::unordered_map<std::string, std::size_t>> case_of_name_;  // for each suite
  std::size_t cases_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace proctor::format
