// The YAML blocks of TAP: what they say of the test above them.
#include <utility>

#include "base/text.hpp"
#include "format/digits.hpp"
#include "format/tap.hpp"

namespace proctor::format {

// The lines of a YAML block, up to its end or to where it breaks off.
bool TapReader::block(std::string_view text) {
  if (!block_) return false;
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  if (indent < *block_ && indent != text.size()) {
    finish_block();
    problem("a YAML block has no end");
    return false;
  }
  text.remove_prefix(std::min(*block_, text.size()));
  if (text == "...") {
    finish_block();
  } else if (yaml_.size() < kMostTextOfATest) {
    yaml_ += std::string(text) + '\n';
  }
  return true;
}

void TapReader::finish_block() {
  const std::size_t depth = (*block_ - 2) / 4;
  block_.reset();
  TestEvent& test = *levels_.at(depth).event;
  if (const auto took = number_of(tap_yaml_value(yaml_, "duration_ms"))) test.duration_ms = *took;
  if (tap_yaml_value(yaml_, "type") == "suite" && test.status == Status::pass) {
    test.group = true;
    test.status.reset();
  }
  if ((test.status != Status::fail && test.status != Status::error) || test.whole) return;
  // node: the program of a file came to a bad end.
  const std::string code = is_node_file(test.name) ? tap_yaml_value(yaml_, "exitCode") : "";
  std::string location = tap_yaml_value(yaml_, "location");
  if (const std::size_t file = yaml_.find("fileName: "); location.empty() && file != std::string::npos) {
    const std::size_t line = yaml_.find("lineNumber: ");
    location =
        yaml_.substr(file + 10, yaml_.find('\n', file) - file - 10) + ":" +
        (line == std::string::npos ? "" : yaml_.substr(line + 12, yaml_.find('\n', line) - line - 12)) + ":0";
  }
  if (const std::size_t colon = location.find(':', 2);
      colon != std::string::npos && number_at(location, colon + 1) > 0) {
    test.file = location.substr(0, colon);
    test.line = number_at(location, colon + 1);
  }
  if (!code.empty()) {
    test.status = Status::error;
    fail_as_file(test, "[failed]");
    const bool exited = number_of(code).has_value();
    const std::string said(trim(std::exchange(test.output, {})));
    test.message = exited ? "The program of this file ended with exit code " + code
                          : "The program of this file was ended by " + tap_yaml_value(yaml_, "signal");
    if (!said.empty()) test.message += ":\n" + said;
    if (said.empty() && exited) test.message += ", and node shows no error: did it call process.exit()?";
    return;
  }
  std::string message = tap_yaml_value(yaml_, "error");
  if (message.empty()) message = tap_yaml_value(yaml_, "message");
  events_.append(test.message, message.empty() ? yaml_ : message + "\n\n" + yaml_, kMostTextOfATest);
}

// node: a file is told of as a test that is called like it.
void TapReader::fail_as_file(TestEvent& test, const std::string& as) {
  test.whole = true;
  if (test.file.empty()) test.file = test.name;
  test.name = as;
}

}  // namespace proctor::format
