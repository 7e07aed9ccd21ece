#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {
namespace {

constexpr std::array kFormats{
    Format{"ctrf", "ctrf-report.json", "Common Test Report Format (JSON)", write_ctrf},
    Format{"github", "", "annotations and the step summary of GitHub Actions", write_github},
    Format{"html", "report.html", "a page for people, in one file", write_html, false, true},
    Format{"json", "report.json", "the answer as --json prints it", write_json},
    Format{"jsonl", "events.jsonl", "events, one a line, while the run goes on", write_jsonl, true},
    Format{"junit", "junit.xml", "JUnit's XML, valid by the common schemas", write_junit},
    Format{"junit-places", "junit-places.xml", "JUnit's XML with file, line and output of each test",
           write_junit_places},
    Format{"markdown", "report.md", "for a comment", write_markdown},
    Format{"tap", "report.tap", "TAP with sub-tests and YAML blocks", write_tap},
    Format{"tap14", "report.tap14", "the same for harnesses that want version 14", write_tap14},
};

std::string names_of_formats() {
  std::string list;
  for (const Format& format : kFormats) list += fmt::format("{}{}", list.empty() ? "" : ", ", format.name);
  return list;
}

tl::unexpected<Error> bad_option(const std::string& why) {
  return fail(ErrorCode::invalid_request, why, {{"field", "--report"}});
}

}  // namespace

std::span<const Format> formats() {
  return kFormats;
}

Result<Wanted> parse_report_option(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto found = std::ranges::find(kFormats, name, &Format::name);
  if (found == kFormats.end()) {
    std::vector<std::string> names;
    names.reserve(kFormats.size());
    for (const Format& format : kFormats) names.emplace_back(format.name);
    const std::vector<std::string> meant = nearest(std::string(name), names, 1);
    return bad_option(fmt::format("there is no format {}{}; there is: {}", shell_quote(printable(name)),
                                  meant.empty() ? "" : fmt::format(", did you mean {}?", meant.front()),
                                  names_of_formats()));
  }
  Wanted wanted{.format = &*found};
  if (equals == std::string_view::npos) return wanted;
  wanted.file = text.substr(equals + 1);
  if (wanted.file.empty()) return bad_option(fmt::format("{} has no file behind \"=\"", text));
  return wanted;
}

}  // namespace proctor::writers
