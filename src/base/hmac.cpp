#include "base/hmac.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <cerrno>
#include <cstdint>

#include "base/hash.hpp"

namespace proctor {
namespace {

constexpr std::size_t kBlockBytes = 64;

unsigned digit_value(char digit) {
  return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

std::string sha256_bytes(std::string_view a, std::string_view b) {
  Sha256 hash;
  hash.add(a);
  hash.add(b);
  const std::string hex = hash.hex();
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(digit_value(hex[i]) << 4U | digit_value(hex[i + 1])));
  }
  return bytes;
}

std::string to_hex(std::string_view bytes) {
  std::string hex;
  for (const char byte : bytes) hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return hex;
}

std::string padded(const std::string& key, unsigned pad) {
  std::string block(kBlockBytes, static_cast<char>(pad));
  for (std::size_t i = 0; i < key.size(); ++i) {
    block[i] = static_cast<char>(static_cast<unsigned char>(key[i]) ^ pad);
  }
  return block;
}

}  // namespace

std::string hmac_sha256_hex(std::string_view key, std::string_view text) {
  const std::string short_key = key.size() > kBlockBytes ? sha256_bytes(key, "") : std::string(key);
  return to_hex(sha256_bytes(padded(short_key, 0x5c), sha256_bytes(padded(short_key, 0x36), text)));
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

std::string random_hex(std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t have = 0;
  while (have < count) {
    const ssize_t got = ::getrandom(bytes.data() + have, count - have, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return {};
    have += static_cast<std::size_t>(got);
  }
  return to_hex(bytes);
}

}  // namespace proctor
