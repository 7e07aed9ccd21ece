#include "format/forge_text_line.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace proctor::format {
namespace {

using Kind = ForgeLine::Kind;

constexpr std::size_t kLongestKey = 1024;

// Takes a line apart from its beginning.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  bool take(std::string_view literal) {
    if (!rest_.starts_with(literal)) return false;
    rest_.remove_prefix(literal.size());
    return true;
  }
  bool number(std::size_t& number) {
    const char* end = rest_.data() + rest_.size();
    if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') return false;
    const auto [stop, error] = std::from_chars(rest_.data(), end, number);
    // More tests than that are nonsense, and sums of them must not overflow.
    if (error != std::errc() || number > 1'000'000'000) return false;
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return true;
  }
  bool plural(std::string_view noun) {
    if (!take(noun)) return false;
    take("s");
    return true;
  }
  bool skip_to(std::string_view literal) {
    const std::size_t at = rest_.find(literal);
    if (at == std::string_view::npos) return false;
    rest_.remove_prefix(at + literal.size());
    return true;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// Whatever the file is called, behind the last colon stands the contract.
bool is_key(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (text.size() > kLongestKey || colon == std::string_view::npos || colon == 0) return false;
  text.remove_prefix(colon + 1);
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '$';
  });
}

ForgeLine ran(std::string_view text) {
  ForgeLine line;
  Words words(text);
  std::size_t number = 0;
  const bool old_form = words.take("Running ");
  if ((!old_form && !words.take("Ran ")) || !words.number(number) || !words.take(" test")) return {};
  Words suite = words;
  suite.take("s");
  if (suite.take(" for ") && is_key(suite.rest())) {
    return {old_form ? Kind::old_suite : Kind::suite, suite.rest()};
  }
  Counts& counts = line.counts;
  if (!words.plural(" suite") || !words.skip_to(": ") || !words.number(counts.passed) ||
      !words.take(" tests passed, ") || !words.number(counts.failed) || !words.take(" failed, ") ||
      !words.number(counts.skipped) || !words.take(" skipped (") || !words.number(number) ||
      !words.take(" total tests)") || !words.rest().empty()) {
    return {};
  }
  line.kind = Kind::sum;
  return line;
}

ForgeLine suite_result(std::string_view text) {
  ForgeLine line{Kind::suite_result};
  Counts& counts = line.counts;
  Words words(text);
  if (!words.take("Suite result: ") && !words.take("Test result: ")) return {};
  if ((!words.take("ok. ") && !words.take("FAILED. ")) || !words.number(counts.passed) ||
      !words.take(" passed; ") || !words.number(counts.failed) || !words.take(" failed; ")) {
    return {};
  }
  if (words.number(counts.skipped) && !words.take(" skipped; ")) return {};
  return words.take("finished in ") ? line : ForgeLine{};
}

ForgeLine encountered(std::string_view text) {
  ForgeLine line;
  Words words(text);
  std::size_t number = 0;
  words.take("Encountered ");
  if (words.take("a total of ")) {
    if (words.number(line.counts.failed) && words.plural(" failing test") && words.take(", ") &&
        words.number(line.counts.passed) && words.plural(" test") && words.rest() == " succeeded") {
      line.kind = Kind::failures_sum;
    }
    return line;
  }
  if (words.number(number) && words.plural(" failing test") && words.take(" in ") && is_key(words.rest())) {
    return {Kind::failures_of, words.rest()};
  }
  return {};
}

ForgeLine hint(std::string_view text) {
  ForgeLine line{Kind::failures_hint};
  Words words(text);
  return words.take("Tip: Run `forge test --rerun` to retry only the ") && words.number(line.counts.failed) &&
                 words.plural(" failed test") && words.rest().empty()
             ? line
             : ForgeLine{};
}

bool is_compile_error(std::string_view text) {
  Words words(text);
  std::size_t code = 0;
  return words.take("Error (") && words.number(code) && words.take("): ");
}

}  // namespace

ForgeLine read_forge_line(std::string_view text) {
  if (text.empty()) return {};
  switch (text.front()) {
    case 'R':
      return ran(text);
    case 'S':
      return suite_result(text);
    case 'T':
      return text.starts_with("Tip") ? hint(text) : suite_result(text);
    case '|':
      return {text.starts_with("| Test Suite ") ? Kind::summary_table : Kind::other};
    case 'F':
      if (text == "Failing tests:") return {Kind::failures};
      return {text.starts_with("Fuzz seed: 0x") && text.ends_with("(use `--fuzz-seed` to reproduce)")
                  ? Kind::seed
                  : Kind::other};
    case 'C':
      return {text.starts_with("Compiler run failed") ? Kind::compiler : Kind::other};
    case 'N':
      return {text.starts_with("No tests found in project! Forge looks for functions that start with") ||
                      text.starts_with("No tests match the provided pattern:")
                  ? Kind::none
                  : Kind::other};
    case 'W':
      return {text.starts_with("Warning: no tests match the provided pattern:") ? Kind::none : Kind::other};
    case 'E':
      if (text.starts_with("Encountered ")) return encountered(text);
      if (text.starts_with("Error: Compiler run failed") || text == "Error: Compilation failed") {
        return {Kind::compiler};
      }
      return {is_compile_error(text) ? Kind::compile_error : Kind::other};
    default:
      return {};
  }
}

}  // namespace proctor::format
