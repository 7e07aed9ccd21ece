#include "format/skip_filter.hpp"

#include <algorithm>
#include <array>

#include "format/forge_document.hpp"

namespace proctor::format {
namespace {

constexpr std::array<std::string_view, 6> kSkipped = {"traces",      "logs",          "gas_report_traces",
                                                      "breakpoints", "gas_snapshots", "labeled_addresses"};
constexpr std::size_t kLongestKnownKey = 18;  // one more than the longest of them

}  // namespace

std::size_t BracketScanner::scan(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (escaped_) {
      escaped_ = false;
    } else if (in_string_) {
      escaped_ = c == '\\';
      if (c == '"') in_string_ = false;
    } else if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      if (++depth_ > ForgeDocument::kMaxDepth) {
        too_deep_ = true;
        return i + 1;
      }
    } else if (c == '}' || c == ']') {
      if (--depth_ == 0) return i + 1;
    }
  }
  return bytes.size();
}

bool SkipFilter::key_is_skipped() const {
  return std::find(kSkipped.begin(), kSkipped.end(), key_) != kSkipped.end();
}

// Outside of strings, not a blank.
void SkipFilter::structural(char c) {
  switch (c) {
    case '{':
    case '[':
      ++depth_;
      if (depth_ == kTestDepth) in_test_ = c == '{';
      key_comes_ = depth_ == kTestDepth && in_test_;
      break;
    case '}':
    case ']':
      if (depth_ > 0) --depth_;
      key_comes_ = false;
      break;
    case ',':
      key_comes_ = depth_ == kTestDepth && in_test_;
      break;
    default:
      key_comes_ = false;
      break;
  }
}

// How many bytes go to the parser unchanged: all, or those before the value that is to be skipped.
std::size_t SkipFilter::pass(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = false;
        value_comes_ = reading_key_ && key_is_skipped();
        reading_key_ = false;
        continue;
      }
      // Backslashes are taken as they come: an escaped key just isn't one of those to skip.
      if (reading_key_ && key_.size() < kLongestKnownKey) key_ += c;
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
    if (c == '"') {
      in_string_ = true;
      reading_key_ = key_comes_;
      key_comes_ = value_comes_ = false;
      key_.clear();
      continue;
    }
    if (value_comes_ && c != ':') {
      value_comes_ = false;
      if (c == '{' || c == '[') {
        begins_skip_ = true;
        return i;
      }
    }
    structural(c);
  }
  return bytes.size();
}

}  // namespace proctor::format
