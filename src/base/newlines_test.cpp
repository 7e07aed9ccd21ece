#include "base/newlines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace proctor {
namespace {

TEST(CountNewlines, CountsThoseOfAnyLengthAndPlace) {
  std::string text;
  for (std::size_t size = 0; size < 700; ++size) {
    ASSERT_EQ(count_newlines(text), static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
    text += size % 7 == 3 || size > 400 ? '\n' : 'x';
  }
}

}  // namespace
}  // namespace proctor
