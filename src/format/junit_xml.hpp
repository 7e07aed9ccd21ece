// JUnit's XML, which has no standard: surefire, pytest, jest-junit, vitest, ctest, GoogleTest, PHPUnit and
// others.
#pragma once

#include "format/document_reader.hpp"

namespace proctor::format {

class JunitXmlReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

 protected:
  void document(Bytes& text) override;

 private:
  /// What stands below an element, or would have to by the numbers that it gives.
  struct Found {
    std::size_t cases = 0;
    std::size_t sure = 0;      ///< of them those that any tool counts: not skipped, the first of the name
    std::size_t bad = 0;       ///< that failed
    std::size_t failures = 0;  ///< a case may have several
    std::size_t tries = 0;     ///< of cases that were run again, and failed: not every tool counts them
    Found& operator+=(const Found& other);
  };
  Found suite(const pugi::xml_node& node, const std::string& around, const std::string& file, int depth);
  Found test_case(const pugi::xml_node& node, const std::string& suite, const std::string& file);
  void say_what_isnt_known(const pugi::xml_node& root);
  void nameless(const pugi::xml_node& node, const std::string& name, Found& found);
  void compare(const pugi::xml_node& node, const std::string& name, Found& found);
};

}  // namespace proctor::format
