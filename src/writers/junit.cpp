// JUnit's XML, which has no standard. The shape is valid by both schemas that people check against: that of
// the Jenkins plugin xUnit (junit-10.xsd) and the older one of Windy Road for Ant (JUnit.xsd). So the root
// has no attributes, output stands at suites alone, and a test case says neither file nor line. What was
// tried again is told as surefire does it, in elements that only the first schema knows.
//
// junit-places gives that up for what GitLab and many actions show: file and line of a test, and its output.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>
#include <set>

#include "writers/entries.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {
namespace {

constexpr std::size_t kLongestFirstLine = 1'000;

struct TextWriter : pugi::xml_writer {
  std::string text{};
  void write(const void* data, std::size_t size) override {
    text.append(static_cast<const char*>(data), size);
  }
};

void put(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

void put_text(pugi::xml_node parent, const char* name, const std::string& text) {
  parent.append_child(name).append_child(pugi::node_pcdata).set_value(text.c_str());
}

std::string seconds(std::optional<double> milliseconds) {
  const double value = milliseconds.value_or(0);
  return fmt::format("{:.3f}", std::isfinite(value) && value > 0 ? std::min(value / 1'000, 1e9) : 0.0);
}

// A failure, error or another try: its first line as the message, all of it as the text.
void put_why(pugi::xml_node test, const char* element, const std::string& type, const std::string& message) {
  pugi::xml_node why = test.append_child(element);
  put(why, "message", first_line(message, kLongestFirstLine));
  put(why, "type", type);
  why.append_child(pugi::node_pcdata).set_value(message.c_str());
}

// Only of the first try it is known why it failed.
void put_tries(pugi::xml_node test, const char* element, std::size_t count, const std::string& first) {
  for (std::size_t i = 0; i < count; ++i)
    put_why(test, element, "failure", i == 0 && !first.empty() ? first : "It failed once more.");
}

void put_result(pugi::xml_node node, const Entry& entry) {
  const std::size_t tries = failed_tries(entry);
  if (entry.status == Status::skip) {
    put(node.append_child("skipped"), "message", first_line(entry.message, kLongestFirstLine));
  } else if (entry.bad()) {
    const bool failed = entry.status == Status::fail;
    put_why(node, failed ? "failure" : "error",
            !entry.code.empty() ? entry.code
            : failed            ? "failure"
                                : "error",
            entry.message);
    put_tries(node, "rerunFailure",
              entry.test != nullptr && entry.test->flaky && tries > 0 ? tries - 1 : tries, "");
  } else {
    put_tries(node, "flakyFailure", tries, entry.message);
  }
}

// Readers drop the second of two tests with one name: it gets a number.
class Names {
 public:
  std::string unique(const std::string& suite, const std::string& name) {
    std::string own = name;
    for (int i = 2; !seen_.emplace(suite, own).second; ++i) own = fmt::format("{} ({})", name, i);
    return own;
  }

 private:
  std::set<std::pair<std::string, std::string>> seen_{};
};

void put_suite(pugi::xml_node root, std::size_t id, const Group& group, const Written& written, bool places,
               Names& names) {
  pugi::xml_node suite = root.append_child("testsuite");
  const auto number = [&group](auto matches) {
    return std::to_string(std::ranges::count_if(group.entries, matches));
  };
  put(suite, "name", group.title());
  put(suite, "package", group.file);
  put(suite, "id", std::to_string(id));
  put(suite, "timestamp", utc_seconds(written.began));
  put(suite, "hostname", "localhost");
  put(suite, "tests", std::to_string(group.entries.size()));
  put(suite, "failures", number([](const Entry& entry) { return entry.status == Status::fail; }));
  put(suite, "errors", number([](const Entry& entry) { return entry.status == Status::error; }));
  put(suite, "skipped", number([](const Entry& entry) { return entry.status == Status::skip; }));
  put(suite, "time", seconds(group.duration_ms));
  if (places && !group.file.empty()) put(suite, "file", group.file);
  pugi::xml_node properties = suite.append_child("properties");
  if (id == 0) {
    for (const auto& [name, value] : properties_of(written)) {
      pugi::xml_node property = properties.append_child("property");
      put(property, "name", name);
      put(property, "value", value);
    }
  }
  std::string output;
  for (const Entry& entry : group.entries) {
    pugi::xml_node test = suite.append_child("testcase");
    put(test, "name", names.unique(group.title(), entry.name));
    put(test, "classname", group.title());
    put(test, "time", seconds(entry.test != nullptr ? entry.test->duration_ms : std::nullopt));
    if (places) {
      const Location place = place_of(group, entry);
      if (!place.file.empty()) put(test, "file", place.file);
      if (place.line) put(test, "line", std::to_string(*place.line));
    }
    put_result(test, entry);
    if (entry.output.empty()) continue;
    if (places)
      put_text(test, "system-out", entry.output);
    else
      output +=
          fmt::format("--- {}\n{}{}", entry.name, entry.output, entry.output.ends_with('\n') ? "" : "\n");
  }
  put_text(suite, "system-out", output);
  put_text(suite, "system-err", "");
}

std::string junit(const Written& written, bool places) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  put(declaration, "version", "1.0");
  put(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  std::vector<Group> groups = groups_of(written.answer);
  if (groups.empty()) groups.push_back({});  // which says what is said of the run
  Names names;
  for (std::size_t i = 0; i < groups.size(); ++i) put_suite(root, i, groups[i], written, places, names);
  TextWriter writer;
  document.save(writer, "  ");
  return std::move(writer.text);
}

}  // namespace

std::string write_junit(const Written& written) {
  return junit(written, false);
}

std::string write_junit_places(const Written& written) {
  return junit(written, true);
}

}  // namespace proctor::writers
