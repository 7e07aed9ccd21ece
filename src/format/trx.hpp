// Visual Studio's test results (`dotnet test --logger trx`).
#pragma once

#include <map>

#include "format/document_reader.hpp"

namespace proctor::format {

class TrxReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

 protected:
  void document(Bytes& text) override;

 private:
  void results(const pugi::xml_node& node, int depth);
  void one(const pugi::xml_node& node, int depth);
  void summary(const pugi::xml_node& node);

  std::map<std::string, std::string, std::less<>> classes_{};  ///< by the test's id
  std::map<std::string, std::size_t, std::less<>> executions_{};
  std::size_t all_ = 0, passed_ = 0, failed_ = 0;
};

}  // namespace proctor::format
