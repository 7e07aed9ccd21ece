// Whatever a results.json holds: what is shown of it is harmless, what is written from it is a results.json
// within its limits, and it's equal to itself.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "exercism/golden_compare.hpp"
#include "exercism/golden_text.hpp"
#include "exercism/results_reader.hpp"
#include "exercism/show.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::size_t occurrences(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string_view::npos; at += what.size()) ++count;
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor;
  const auto results = exercism::parse_results({reinterpret_cast<const char*>(data), size});
  if (!results) {
    require(!results.error().message.empty());
    return 0;
  }
  output::Page page({.width = 40});
  exercism::write_results(page, *results);
  const std::string shown = page.take();
  require(for_terminal(shown) == shown);

  const std::string html = exercism::results_page(*results);
  require(for_terminal(html) == html);
  require(html.find("<script") == std::string::npos);
  require(occurrences(html, "<details") == results->tests.size());
  require(occurrences(html, "</details>") == results->tests.size());

  const std::string written = exercism::to_json(*results);
  require(written.size() < exercism::kLargestFile && is_valid_utf8(written));
  require(exercism::parse_results(written).has_value());
  require(exercism::compare_results(*results, *results).passed());
  (void)exercism::difference_lines(results->message, written.substr(0, 1000));
  return 0;
}
