#include "base/hash.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

TEST(Sha256, IsTheStandardOne) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, FieldsDontRunTogether) {
  Sha256 a;
  a.add_field("ab");
  a.add_field("c");
  Sha256 b;
  b.add_field("a");
  b.add_field("bc");
  EXPECT_NE(a.hex(), b.hex());
}

}  // namespace
}  // namespace proctor
