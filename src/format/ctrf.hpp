// The Common Test Report Format: one JSON document with `results.tests` and a summary of them.
#pragma once

#include "base/json.hpp"
#include "format/document_reader.hpp"

namespace proctor::format {

class CtrfReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

 protected:
  void document(Bytes& text) override;

 private:
  void test(const json::object& object);
};

}  // namespace proctor::format
