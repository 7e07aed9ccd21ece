#include "format/document_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>

#include "base/text.hpp"

namespace proctor::format {

namespace {

constexpr std::size_t kBytesOfATest = 256;  // of few tests a report has less

template <typename Text>
void each_text(const pugi::xml_node& node, int depth, Text&& text) {
  for (const pugi::xml_node child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      text(std::string_view(child.value()));
    else if (child.type() == pugi::node_element && depth > 0)
      each_text(child, depth - 1, text);
  }
}

}  // namespace

bool Bytes::append(std::string_view more) {
  if (size_ + more.size() > capacity_) {
    const std::size_t capacity = std::max(size_ + more.size(), 2 * capacity_);
    char* grown = static_cast<char*>(std::realloc(data_.get(), capacity));
    if (grown == nullptr) return false;
    static_cast<void>(data_.release());
    data_.reset(grown);
    capacity_ = capacity;
  }
  std::copy(more.begin(), more.end(), data_.get() + size_);
  size_ += more.size();
  return true;
}

void DocumentReader::feed(std::string_view bytes) {
  too_large_ = too_large_ || text_.view().size() + bytes.size() > kLargest || !text_.append(bytes);
}

void DocumentReader::end() {
  if (too_large_)
    problem(fmt::format("it is larger than {}, and was read as far as that", format_size(kLargest)));
  if (trim(text_.view()).empty()) return;
  events_.expect(text_.view().size() / kBytesOfATest);
  document(text_);
  text_.clear();
}

void DocumentReader::load(pugi::xml_document& xml, Bytes& text) {
  const std::string_view begin = text.view().substr(0, 4);
  const bool wide =
      begin.starts_with("\xFF\xFE") || begin.starts_with("\xFE\xFF") || begin.find('\0') < begin.size();
  const std::size_t zero = wide ? std::string::npos : text.view().find('\0');
  const pugi::xml_parse_result parsed =
      xml.load_buffer_inplace(text.data(), text.view().size(), pugi::parse_default);
  if (zero != std::string::npos) problem(fmt::format("it has a zero byte, at byte {}", zero));
  if (!parsed)
    problem(fmt::format("it is cut off or no XML: {} (at byte {})", parsed.description(), parsed.offset));
}

void DocumentReader::append_output(TestEvent& test, const pugi::xml_node& node) {
  each_text(node, 10, [&](std::string_view more) { events_.append(test.output, more, kMostTextOfATest); });
}

TestEvent* DocumentReader::add(const std::string& suite, const std::string& name) {
  TestEvent test{.id = suite.empty() ? name : suite + "::" + name,
                 .name = name.empty() ? "(no name)" : name,
                 .suite = suite};
  if (test.id.empty()) test.id = "(no name)";
  if (TestEvent* added = events_.adopt(test)) return added;
  test.id += fmt::format(" ({})", same_.try_emplace(test.id, 1).first->second += 1);
  return events_.adopt(test);
}

std::string xml_text(const pugi::xml_node& node) {
  std::string text;
  each_text(node, 10,
            [&text](std::string_view more) { text += more.substr(0, kMostTextOfATest - text.size()); });
  text.resize(utf8_prefix(text, text.size()));
  return text;
}

}  // namespace proctor::format
