#include "format/report_marks.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <pugixml.hpp>
#include <string>

#include "base/json.hpp"
#include "base/text.hpp"

namespace proctor::format {
namespace {

constexpr std::string_view kMarkBegin = "proctor.";
constexpr std::size_t kMostSuites = 100;  // that are looked at: the first one has the properties

using Properties = std::map<std::string, std::string, std::less<>>;

Properties properties_of_xml(std::string_view text) {
  Properties found;
  pugi::xml_document document;
  if (!document.load_buffer(text.data(), text.size())) return found;
  pugi::xml_node suite = document.document_element();
  if (std::string_view(suite.name()) == "testsuites") suite = suite.child("testsuite");
  for (std::size_t i = 0; suite && i < kMostSuites; suite = suite.next_sibling("testsuite"), ++i) {
    for (const pugi::xml_node property : suite.child("properties").children("property"))
      found.emplace(property.attribute("name").value(), property.attribute("value").value());
  }
  return found;
}

Properties properties_of_json(std::string_view text) {
  Properties found;
  const auto parsed = parse_json(text);
  const json::value* value = parsed ? &*parsed : nullptr;
  for (const char* key : {"results", "environment", "extra"}) {
    const json::object* object = value != nullptr ? value->if_object() : nullptr;
    value = object != nullptr ? object->if_contains(key) : nullptr;
  }
  if (const json::object* extra = value != nullptr ? value->if_object() : nullptr) {
    for (const auto& member : *extra)
      if (member.value().is_string()) found.emplace(member.key(), member.value().get_string());
  }
  return found;
}

Properties properties_of_lines(std::string_view text) {
  Properties found;
  for (std::string_view line : split_lines(text)) {
    if (!line.starts_with("# ")) continue;
    line.remove_prefix(2);
    const std::size_t colon = line.find(": ");
    if (line.starts_with(kMarkBegin) && colon != std::string_view::npos)
      found.insert_or_assign(std::string(line.substr(0, colon)), std::string(trim(line.substr(colon + 2))));
  }
  return found;
}

std::optional<Shard> marked_shard(const Properties& properties) {
  const auto text = properties.find("proctor.shard");
  if (text == properties.end()) return std::nullopt;
  // What can't be read is a shard that fits nowhere.
  Shard shard;
  const char* const end = text->second.data() + text->second.size();
  const auto index = std::from_chars(text->second.data(), end, shard.index);
  if (index.ec == std::errc() && index.ptr != end && *index.ptr == '/')
    std::from_chars(index.ptr + 1, end, shard.count);
  if (const auto partition = properties.find("proctor.partition"); partition != properties.end())
    shard.partition = partition->second;
  return shard;
}

}  // namespace

ReportMarks read_report_marks(std::string_view report) {
  if (report.find(kMarkBegin) == std::string_view::npos) return {};
  const std::string_view begin = trim(report.substr(0, 1'000));
  const Properties properties = begin.starts_with('<')   ? properties_of_xml(report)
                                : begin.starts_with('{') ? properties_of_json(report)
                                                         : properties_of_lines(report);
  ReportMarks marks{.shard = marked_shard(properties)};
  const auto code = properties.find("proctor.error");
  if (code == properties.end()) return marks;
  marks.error = Error{ErrorCode::test_inconsistent, "The run was no pass: " + code->second + '.'};
  for (const ErrorInfo& entry : error_table())
    if (entry.name == code->second) marks.error->code = entry.code;
  return marks;
}

}  // namespace proctor::format
