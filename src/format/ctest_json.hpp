// `ctest --show-only=json-v1`: which tests there are. A plan, without results.
#pragma once

#include "format/document_reader.hpp"

namespace proctor::format {

class CtestJsonReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;
  void feed_plan(std::string_view text) override;

 protected:
  void document(Bytes& text) override;
};

}  // namespace proctor::format
