// NUnit 3's XML (`nunit3-console`, `dotnet test --logger nunit`, Unity's test runner).
#pragma once

#include "format/document_reader.hpp"

namespace proctor::format {

class NunitXmlReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

 protected:
  void document(Bytes& text) override;

 private:
  void run(const pugi::xml_node& node);
  void suite(const pugi::xml_node& node, int depth);
  void one(const pugi::xml_node& node, const std::string& around);

  std::size_t all_ = 0, passed_ = 0, failed_ = 0;
};

}  // namespace proctor::format
