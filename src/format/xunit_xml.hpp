// xUnit.net's XML, versions 2 and 3 (`dotnet test --logger xunit`, `-xml FILE`).
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
  void one(const pugi::xml_node& node);

  std::size_t all_ = 0, failed_ = 0;  ///< of the assembly that is being read
};

}  // namespace proctor::format
