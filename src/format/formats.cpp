// Which formats there are, and how each is told from the others.
#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "format/ctest_json.hpp"
#include "format/ctrf.hpp"
#include "format/go_test_json.hpp"
#include "format/junit_xml.hpp"
#include "format/libtest_json.hpp"
#include "format/mocha_json.hpp"
#include "format/nunit_xml.hpp"
#include "format/reader.hpp"
#include "format/tap.hpp"
#include "format/trx.hpp"
#include "format/xunit_xml.hpp"

namespace proctor::format {
namespace {

template <typename Reader>
std::unique_ptr<ReportReader> make(ReaderOptions options) {
  return std::make_unique<Reader>(std::move(options));
}

using Maker = std::unique_ptr<ReportReader> (*)(ReaderOptions);
constexpr std::array<std::pair<std::string_view, Maker>, 10> kFormats{{
    {"go-test-json", make<GoTestJsonReader>},
    {"tap", make<TapReader>},
    {"junit-xml", make<JunitXmlReader>},
    {"libtest-json", make<LibtestJsonReader>},
    {"trx", make<TrxReader>},
    {"nunit-xml", make<NunitXmlReader>},
    {"xunit-xml", make<XunitXmlReader>},
    {"mocha-json", make<MochaJsonReader>},
    {"ctest-json", make<CtestJsonReader>},
    {"ctrf-json", make<CtrfReader>},
}};

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// The name of a document's element, without its namespace.
std::string_view root_of(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    const std::string_view end = rest.starts_with("<!--") ? "-->"
                                 : rest.starts_with("<?") ? "?>"
                                 : rest.starts_with("<!") ? ">"
                                                          : "";
    if (end.empty()) {
      const std::string_view name = rest.substr(1, rest.find_first_of(" \t\r\n/>") - 1);
      return name.substr(name.find(':') + 1);
    }
    at = text.find(end, at);
  }
  return "";
}

std::string_view of_xml(std::string_view begin) {
  // UTF-16 has a zero byte beside each of its ASCII characters.
  std::string text(begin);
  std::erase(text, '\0');
  constexpr std::pair<std::string_view, std::string_view> kRoots[] = {
      {"testsuites", "junit-xml"}, {"testsuite", "junit-xml"},    {"testcase", "junit-xml"},
      {"test-run", "nunit-xml"},   {"test-results", "nunit-xml"}, {"test-suite", "nunit-xml"},
      {"assemblies", "xunit-xml"}, {"assembly", "xunit-xml"}};
  const std::string_view root = root_of(text);
  // CppUnit and AUnit have an element of this name, too.
  if (root == "TestRun") return holds(text, "/TeamTest/") ? "trx" : "";
  for (const auto& [name, format] : kRoots) {
    if (root == name) return format;
  }
  return "";
}

std::string_view of_line(std::string_view line) {
  const bool object = line.starts_with('{');
  if (object && holds(line, "\"Action\":") &&
      (holds(line, "\"Package\":") || holds(line, "\"ImportPath\":") || holds(line, "\"Test\":")))
    return "go-test-json";
  if (object && holds(line, "\"event\":") && holds(line, "\"type\":")) return "libtest-json";
  if (line.starts_with("[\"start\",")) return "mocha-json";
  if (line.starts_with("TAP version ") || line.starts_with("Bail out!")) return "tap";
  if (line.starts_with("not ")) line.remove_prefix(4);
  if (line == "ok" || line.starts_with("ok ")) return "tap";
  if (line.starts_with("1..") && line.find_first_not_of("0123456789", 3) != 3 && line.size() > 3)
    return "tap";
  return "";
}

}  // namespace

const std::vector<std::string_view>& reader_formats() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    list.reserve(kFormats.size());
    for (const auto& [name, maker] : kFormats) list.push_back(name);
    return list;
  }();
  return names;
}

std::unique_ptr<ReportReader> make_reader(std::string_view format, ReaderOptions options) {
  for (const auto& [name, maker] : kFormats) {
    if (name == format) return maker(std::move(options));
  }
  return nullptr;
}

std::string_view detect_format(std::string_view begin) {
  if (begin.starts_with("\xEF\xBB\xBF")) begin.remove_prefix(3);
  const std::string_view start = trim(begin);
  if (start.starts_with('<') || start.starts_with(std::string_view("\0<", 2)) ||
      start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF"))
    return of_xml(begin);
  // (A document whose lines may look like another format's.)
  if (start.starts_with('{') && (holds(begin, "\"reportFormat\"") || holds(begin, "\"specVersion\"")) &&
      holds(begin, "\"results\""))
    return "ctrf-json";
  for (const std::string_view line : split_lines(begin)) {
    if (const std::string_view format = of_line(trim(line)); !format.empty()) return format;
  }
  if (holds(begin, "\"ctestInfo\"") || holds(begin, "\"backtraceGraph\"")) return "ctest-json";
  if (start.starts_with('{') && holds(begin, "\"stats\"") && holds(begin, "\"passes\"")) return "mocha-json";
  if (start.starts_with('{') && holds(begin, "\"results\"") && holds(begin, "\"summary\"") &&
      holds(begin, "\"tool\""))
    return "ctrf-json";  // as it was before its version 0.0
  return holds(begin, "\"test_results\"") ? "forge-json" : "";
}

}  // namespace proctor::format
