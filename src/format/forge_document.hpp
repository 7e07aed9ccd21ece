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

#include "format/forge_handler.hpp"

namespace proctor::format {

class ForgeDocument {
 public:
  /// Nesting above this isn't followed: the parser underneath calls itself for each level.
  static constexpr std::size_t kMaxDepth = 1024;
  /// The same at the end of a line. The parser begins anew at each line and goes down through all levels,
  /// which must stay cheap.
  static constexpr std::size_t kMaxDepthAcrossLines = 256;

  enum class Progress { more, done, failed };
  struct Step {
    Progress progress;
    std::size_t used;  ///< bytes taken; all unless the document is done
  };

  explicit ForgeDocument(ForgeResults& results);
  ~ForgeDocument();
  ForgeDocument(const ForgeDocument&) = delete;
  ForgeDocument& operator=(const ForgeDocument&) = delete;

  /// Begins a new document.
  void reset();
  Step feed(std::string_view bytes);

  /// What was seen in it so far.
  const ForgeHandler& seen() const;
  /// Why feed() failed.
  std::string failure() const;
  bool too_deep() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace proctor::format
