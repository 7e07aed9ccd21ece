// A reader of a format that is one document: the whole of it is collected first, up to a limit.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "format/reader.hpp"

namespace pugi {
class xml_document;
class xml_node;
}  // namespace pugi

namespace proctor::format {

/// Bytes that grow without being copied: large blocks are moved by the kernel.
class Bytes {
 public:
  /// False if there is no more memory.
  bool append(std::string_view more);
  std::string_view view() const { return {data_.get(), size_}; }
  char* data() { return data_.get(); }
  void clear() { *this = {}; }

 private:
  struct Free {
    void operator()(char* data) const { std::free(data); }
  };
  std::unique_ptr<char, Free> data_{};
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

class DocumentReader : public ReportReader {
 public:
  explicit DocumentReader(ReaderOptions options) : ReportReader(std::move(options.listener)) {}
  void feed(std::string_view bytes) override;

 protected:
  static constexpr std::size_t kLargest = 128U << 20U;

  void end() override;
  virtual void document(Bytes& text) = 0;
  /// What can be read of XML, up to where it breaks: that is a problem. DTDs and entities of their own aren't
  /// read.
  void load(pugi::xml_document& xml, Bytes& text);
  /// All text in an element goes behind what a test printed.
  void append_output(TestEvent& test, const pugi::xml_node& node);
  /// The result of a test, whatever others of the same name there are.
  TestEvent* add(const std::string& suite, const std::string& name);

 private:
  Bytes text_{};
  bool too_large_ = false;
  std::unordered_map<std::string, std::size_t> same_{};  ///< ids that came more than once, and how often
};

/// All text in an element, at any depth up to some ten, bounded.
std::string xml_text(const pugi::xml_node& node);

}  // namespace proctor::format
