// One JSON document of forge's output, read as it arrives.
//
// A document is recognised by its shape only (suite, "test_results", test), not by a name or a version, and
// it is told what else stands in its place. Results are handed over test by test as each is complete, so that
// a document that breaks off keeps everything before the break.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "format/forge_results.hpp"

namespace proctor::format {

class ForgeDocument {
 public:
  /// Nesting above this isn't followed: the parser underneath calls itself for each level.
  static constexpr std::size_t kMaxDepth = 4096;
  /// The same at the end of a line. The parser begins anew at each line and goes down through all levels,
  /// which must stay cheap.
  static constexpr std::size_t kMaxDepthAcrossLines = 256;

  enum class Progress { more, done, failed };
  struct Step {
    Progress progress;
    std::size_t used;  ///< bytes taken; all unless the document is done
  };
  enum class Shape {
    unknown,
    report,       ///< test results; complete, or as far as it is known
    gas_report,   ///< `forge test --gas-report --json`
    list,         ///< `forge test --list --json`
    summary,      ///< `forge test --summary --json`
    build_report  ///< `forge build --json`
  };

  explicit ForgeDocument(ForgeResults& results);
  ~ForgeDocument();
  ForgeDocument(const ForgeDocument&) = delete;
  ForgeDocument& operator=(const ForgeDocument&) = delete;

  /// Begins a new document.
  void reset();
  Step feed(std::string_view bytes);

  /// What the document is, once it is done; before that, `report` as soon as test results began.
  Shape shape() const;
  /// Something in it speaks of suites ("path:Contract" with an object beside it), whatever the rest is.
  bool speaks_of_suites() const;
  /// In a report or a list, something that belongs to neither; empty if there is nothing. For people.
  std::string stranger() const;
  /// Why feed() failed.
  std::string failure() const;
  bool too_deep() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace proctor::format
