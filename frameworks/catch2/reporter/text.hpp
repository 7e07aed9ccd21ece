// JSON strings, for the reporter and the driver.
#pragma once

#include <cstdio>
#include <string>

namespace proctor_catch {

// Bytes of the UTF-8 sequence that begins at `at`, or 0 if none does.
inline std::size_t sequence(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  const unsigned second = byte(at + 1);
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  return length;
}

// The text as a JSON string, with its quotes. What isn't UTF-8 becomes U+FFFD.
inline std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence(text, at);
    const unsigned char byte = static_cast<unsigned char>(text[at]);
    if (length == 0) {
      json += "\xEF\xBF\xBD";
    } else if (byte == '"' || byte == '\\') {
      json += '\\';
      json += text[at];
    } else if (byte < 0x20 || byte == 0x7F) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      json += escape;
    } else {
      json.append(text, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return json + '"';
}

}  // namespace proctor_catch
