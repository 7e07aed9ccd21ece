// NUnit's results: those of version 3 (`<test-run>`) and of version 2 (`<test-results>`).
// https://docs.nunit.org/articles/nunit/technical-notes/usage/Test-Result-XML-Format.html
#pragma once

#include "format/document_reader.hpp"

namespace proctor::format {

class NunitXmlReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

 protected:
  void document(Bytes& text) override;

 private:
  void inside(const pugi::xml_node& node, int depth);
  void suite(const pugi::xml_node& node, int depth);
  void test_case(const pugi::xml_node& node);
  void check_sums(const pugi::xml_node& root);

  std::size_t all_ = 0, failed_ = 0;
};

}  // namespace proctor::format
