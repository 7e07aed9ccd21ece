// Takes the bulk out of a forge report before the JSON parser sees it.
//
// The values of a test's "traces" and the like may be hundreds of megabytes. Nobody reads them, so they
// needn't be parsed either: an array or object under such a key is replaced by `null`, and its bytes are only
// looked through for quotes and brackets, to find where it ends. What is in it isn't validated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace proctor::format {

/// Finds the end of an array or object whose opening bracket was just passed. Takes its bytes in any pieces.
class BracketScanner {
 public:
  void start() { *this = BracketScanner(); }
  /// How many bytes still belong to the value, up to and with its closing bracket. If it doesn't end in these
  /// bytes, all of them, and done() stays false.
  std::size_t scan(std::string_view bytes);
  bool done() const { return depth_ == 0; }
  /// The depth went above what a report can have. Nothing is scanned after that.
  bool too_deep() const { return too_deep_; }

 private:
  std::size_t depth_ = 1;
  bool in_string_ = false;
  bool escaped_ = false;  // the last byte was a backslash that escapes the next one
  bool too_deep_ = false;
};

/// A filter for one document. Pieces of any size in, pieces out, in order.
class SkipFilter {
 public:
  void start() { *this = SkipFilter(); }
  /// What is skipped nests too deep.
  bool too_deep() const { return scanner_.too_deep(); }
  /// How many brackets are open in what was passed on.
  std::size_t depth() const { return depth_; }

  /// Calls `sink(std::string_view) -> bool` for what is to be parsed, until it returns false or all is
  /// passed.
  template <typename Sink>
  void feed(std::string_view bytes, Sink&& sink) {
    while (!bytes.empty() && !too_deep()) {
      if (skipping_) {
        bytes.remove_prefix(scanner_.scan(bytes));
        if (!scanner_.done()) return;
        skipping_ = false;
        continue;
      }
      const std::size_t length = pass(bytes);
      if (length > 0 && !sink(bytes.substr(0, length))) return;
      bytes.remove_prefix(length);
      if (!begins_skip_) continue;
      begins_skip_ = false;
      if (!sink(std::string_view("null"))) return;
      bytes.remove_prefix(1);  // the opening bracket
      scanner_.start();
      skipping_ = true;
    }
  }

 private:
  // {"suite": {"test_results": {"test()": {"traces": …: the members of a test are four deep.
  static constexpr std::size_t kTestDepth = 4;

  std::size_t pass(std::string_view bytes);
  void structural(char c);
  bool key_is_skipped() const;

  bool skipping_ = false;
  bool begins_skip_ = false;  // pass() stopped at the opening bracket of a value to skip
  BracketScanner scanner_;

  bool in_string_ = false, escaped_ = false;
  std::size_t depth_ = 0;
  bool in_test_ = false;      // at kTestDepth, in an object
  bool key_comes_ = false;    // there, before a key
  bool reading_key_ = false;  // there, in a key
  bool value_comes_ = false;  // after a key whose value is to be skipped
  std::string key_;           // what of it was seen; at most a little longer than the longest name to skip
};

}  // namespace proctor::format
