// SHA-256, for keys that untrusted content must not be able to make collide.
#pragma once

#include <string>
#include <string_view>

namespace proctor {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes);
  /// Adds the length first, so that ("ab", "c") and ("a", "bc") differ.
  void add_field(std::string_view bytes);
  /// 64 hexadecimal digits. To be called once.
  std::string hex();

 private:
  struct State;
  State* state_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace proctor
