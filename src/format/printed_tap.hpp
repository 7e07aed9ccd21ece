// TAP among the other lines that a command prints: of tape, node-tap, Perl, bats, or any other producer.
//
// Many things look a little like TAP, and two programs may write it to one stream at a time. So only TAP that
// is whole counts as a report; of other TAP the single lines say what they say (words.hpp).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "format/reader.hpp"

namespace proctor::format {

class PrintedTap {
 public:
  /// The next line of a stream, without its end.
  void line(std::string_view line);
  /// Ends the input. To be called once. One reader a document, each finished; none if one of the documents
  /// contradicts itself, isn't whole or holds no test.
  std::vector<LabelledReader> finish();

 private:
  std::vector<LabelledReader> documents_{};
};

}  // namespace proctor::format
