#include "format/document_reader.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>

#include "base/text.hpp"

namespace proctor::format {

void DocumentReader::feed(std::string_view bytes) {
  too_large_ = too_large_ || text_.size() + bytes.size() > kLargest;
  if (!too_large_) text_ += bytes;
}

void DocumentReader::end() {
  if (too_large_)
    problem(fmt::format("it is larger than {}, and was read as far as that", format_size(kLargest)));
  if (trim(text_).empty()) return;
  document(text_);
  text_ = {};
}

void DocumentReader::load(pugi::xml_document& xml, std::string& text) {
  const std::string_view begin = std::string_view(text).substr(0, 4);
  const bool wide =
      begin.starts_with("\xFF\xFE") || begin.starts_with("\xFE\xFF") || begin.find('\0') < begin.size();
  const std::size_t zero = wide ? std::string::npos : text.find('\0');
  const pugi::xml_parse_result parsed =
      xml.load_buffer_inplace(text.data(), text.size(), pugi::parse_default);
  if (zero != std::string::npos) problem(fmt::format("it has a zero byte, at byte {}", zero));
  if (!parsed)
    problem(fmt::format("it is cut off or no XML: {} (at byte {})", parsed.description(), parsed.offset));
}

TestEvent* DocumentReader::add(const std::string& suite, const std::string& name) {
  std::string id = suite.empty() ? name : suite + "::" + name;
  if (id.empty()) id = "(no name)";
  TestEvent* test = events_.named(id);
  if (test != nullptr && test->number != 0)
    test = events_.named(fmt::format("{} ({})", id, same_.try_emplace(id, 1).first->second += 1));
  if (test == nullptr || test->number != 0) return nullptr;
  test->suite = suite;
  test->name = name.empty() ? "(no name)" : name;
  return test;
}

namespace {

void add_text(const pugi::xml_node& node, std::string& text, int depth) {
  for (const pugi::xml_node child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      text += child.value();
    else if (child.type() == pugi::node_element && depth > 0)
      add_text(child, text, depth - 1);
    if (text.size() > kMostTextOfATest) return;
  }
}

}  // namespace

std::string xml_text(const pugi::xml_node& node) {
  std::string text;
  add_text(node, text, 10);
  if (text.size() > kMostTextOfATest) text.resize(utf8_prefix(text, kMostTextOfATest));
  return text;
}

}  // namespace proctor::format
