// HMAC-SHA-256 (RFC 2104), for text that goes through hands that must not change it.
#pragma once

#include <string>
#include <string_view>

namespace proctor {

/// 64 hexadecimal digits.
std::string hmac_sha256_hex(std::string_view key, std::string_view text);

/// Takes as long for any two texts of the same length, so that the time tells nothing about a secret.
bool equal_in_constant_time(std::string_view a, std::string_view b);

/// `count` bytes from the system's random generator, as hexadecimal digits. Empty if there are none to be
/// had.
std::string random_hex(std::size_t count);

}  // namespace proctor
