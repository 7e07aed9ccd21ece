// What tests of this folder ask of a text.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "source/tests.hpp"

namespace proctor::source {

inline Found find(const Rules& rules, std::string_view text) {
  auto found = find_tests(rules, text);
  EXPECT_TRUE(found) << found.error().message;
  return found ? *std::move(found) : Found();
}

/// The text without what skips its tests.
inline std::string edited(const Rules& rules, std::string_view text) {
  const auto edits = TestFinder::make(rules).value().edits(text);
  EXPECT_TRUE(edits) << edits.error().message;
  return edits ? apply(text, *edits) : std::string();
}

}  // namespace proctor::source
