// The results of xUnit.net: version 2 and 3 (`<assemblies>`), and version 1 (`<assembly>` with classes).
// https://xunit.net/docs/format-xml-v2
#pragma once

#include "format/document_reader.hpp"

namespace proctor::format {

class XunitXmlReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

 protected:
  void document(Bytes& text) override;

 private:
  void assembly(const pugi::xml_node& node);
  void test(const pugi::xml_node& node);

  std::size_t all_ = 0, failed_ = 0;
};

}  // namespace proctor::format
