#include "base/hmac.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

std::string bytes(std::size_t count, unsigned value) {
  return std::string(count, static_cast<char>(value));
}

// RFC 4231, cases 1 to 4, 6 and 7 (5 is about a truncated result).
TEST(Hmac, GivesWhatRfc4231Says) {
  EXPECT_EQ(hmac_sha256_hex(bytes(20, 0x0b), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hmac_sha256_hex("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hmac_sha256_hex(bytes(20, 0xaa), bytes(50, 0xdd)),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  std::string counting;
  for (char byte = 1; byte <= 25; ++byte) counting.push_back(byte);
  EXPECT_EQ(hmac_sha256_hex(counting, bytes(50, 0xcd)),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
  EXPECT_EQ(hmac_sha256_hex(bytes(131, 0xaa), "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(
      hmac_sha256_hex(bytes(131, 0xaa),
                      "This is a test using a larger than block-size key and a larger than block-size data. "
                      "The key needs to be hashed before being used by the HMAC algorithm."),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

TEST(Hmac, OnlyTheSameTextIsEqual) {
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
}

TEST(Hmac, RandomBytesAreNeverTheSame) {
  EXPECT_EQ(random_hex(32).size(), 64U);
  EXPECT_NE(random_hex(32), random_hex(32));
}

}  // namespace
}  // namespace proctor
