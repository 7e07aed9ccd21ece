// Whatever tests are called and print, every format stays well-formed, says that the run isn't a pass, and is
// read again as none.
#include <cstdint>
#include <cstdlib>
#include <pugixml.hpp>
#include <string>

#include "base/json.hpp"
#include "base/text.hpp"
#include "format/reader.hpp"
#include "writers/writer.hpp"

namespace {

using namespace proctor;
using namespace proctor::writers;

void must(bool holds) {
  if (!holds) std::abort();
}

// How many tests of each status a reader finds; no problem may be found in what we write.
Counts read_again(std::string_view format, const std::string& text) {
  const auto reader = format::make_reader(format);
  reader->feed(text);
  reader->finish();
  must(reader->problems().empty());
  Counts counts;
  for (const format::TestEvent& test : reader->events().tests()) {
    if (test.group) continue;
    must(test.status.has_value());
    counts.passed += test.status == Status::pass ? 1 : 0;
    counts.failed += test.status == Status::fail ? 1 : 0;
    counts.errors += test.status == Status::error ? 1 : 0;
    counts.skipped += test.status == Status::skip ? 1 : 0;
  }
  return counts;
}

void check_xml(const std::string& text, const Counts& expected) {
  must(is_valid_utf8(text));
  pugi::xml_document document;
  must(document.load_string(text.c_str(), pugi::parse_full));
  for (const char c : text) must(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
  must(text.find("\xEF\xBF\xBE") == std::string::npos && text.find("\xEF\xBF\xBF") == std::string::npos);
  must(read_again("junit-xml", text) == expected);
}

// Each line is one command of ours.
void check_commands(const std::string& text) {
  std::size_t errors = 0;
  for (const std::string_view line : split_lines(text)) {
    must(line.starts_with("::error ") || line.starts_with("::warning "));
    errors += line.starts_with("::error ") ? 1 : 0;
  }
  must(errors > 0 && errors <= 10);
}

// Of the headline, the lists and the summaries nothing is markup that isn't ours: outside of fences each line
// begins as one of ours.
void check_markdown(const std::string& text, std::size_t most) {
  must(is_valid_utf8(text) && text.size() <= most);
  std::string fence;
  for (const std::string_view line : split_lines(text)) {
    if (!fence.empty()) {
      if (line == fence) fence.clear();
      continue;
    }
    if (line.starts_with("```")) {
      must(line.ends_with("text"));
      fence = line.substr(0, line.size() - 4);
      continue;
    }
    bool ours = line.empty();
    for (const char* begin : {"### ", "| ", "<details><summary><code>", "</details>", "Output:", "- `", "**",
                              "… ", "Passed only", "Did not run", "What failed"})
      ours = ours || line.starts_with(begin);
    must(ours);
  }
  must(fence.empty());
}

// One document: no element, attribute or comment but ours, and one script.
void check_page(const std::string& text) {
  must(is_valid_utf8(text));
  must(text.find("<script>") == text.rfind("<script>") && text.find("<!--") == std::string::npos);
  std::size_t open = 0;
  for (std::size_t at = text.find("<body>"); at < text.find("<script>"); ++at) {
    if (text[at] == '<') must(++open == 1);
    if (text[at] == '>') must(--open == 0);
  }
}

void check_events(const std::string& text, const Counts& expected) {
  std::size_t bad = 0;
  const auto lines = split_lines(text);
  for (const std::string_view line : lines) {
    const auto event = parse_json(line);
    must(event.has_value());
    const std::string status = text_field(event->as_object(), "status");
    bad += status == "fail" || status == "error" ? 1 : 0;
  }
  must(text_field(parse_json(lines.front())->as_object(), "event") == "run_began");
  must(text_field(parse_json(lines.back())->as_object(), "verdict") != "pass");
  must(bad + 1 == expected.failed + expected.errors);  // the run itself is no test here
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kEnough = 400;  // longer ones find nothing more, and each takes ten times as long
  if (size < 3 || size > kEnough) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 2), size - 2);
  const std::string half = text.substr(text.size() / 2);
  Report report;
  report.verdict = Verdict::fail;
  report.framework.name = text;
  report.rerun = text;
  report.run.command = text;
  report.suites = {{.file = half, .name = text}, {.file = text, .name = {}}};
  Counts expected{.errors = 0};
  for (int i = 0; i < data[0] % 16; ++i) {
    const auto status = static_cast<Status>(i % 4);
    Case test{.name = i % 3 == 0 ? half : text, .status = status, .reason = text};
    test.output = text;
    test.location = Location{half, i};
    test.duration_ms = data[1] * 1.5;
    test.attempts = static_cast<std::size_t>(1 + i % 3);
    test.flaky = status == Status::pass && test.attempts > 1;
    report.suites[static_cast<std::size_t>(i % 2)].cases.push_back(std::move(test));
  }
  expected = count(report.suites);
  report.not_run = {{half, text, text, text}, {text, "", "", half, true}};
  expected.skipped += 2;
  ++expected.errors;
  report.diagnostics = {{"error", text, 1, 2, text, half}};
  const Answer answer{
      report, Error{data[1] % 2 == 0 ? ErrorCode::test_timeout : ErrorCode::test_compile_failed, text}};
  const Written written{.answer = answer, .name = text, .exit_code = 3, .version = half};

  check_xml(write_junit(written), expected);
  check_xml(write_junit_places(written), expected);
  const Counts tap = read_again("tap", write_tap(written));
  must(tap.failed == expected.failed + expected.errors && tap.skipped == expected.skipped);
  must(tap.passed == expected.passed);
  const auto ctrf = parse_json(write_ctrf(written));
  must(ctrf.has_value());
  const auto& summary = ctrf->at("results").at("summary");
  must(summary.at("failed").to_number<std::size_t>() == expected.failed + expected.errors);
  must(summary.at("passed").to_number<std::size_t>() == expected.passed);
  must(parse_json(write_json(written)).has_value());
  check_page(write_html(written));
  check_events(write_jsonl(written), expected);
  check_commands(write_github(written));
  for (const std::size_t most : {20'000U, 60'000U}) check_markdown(markdown(written, most), most);
  return 0;
}
