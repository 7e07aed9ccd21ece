#include "base/hash.hpp"

#include <sha2.h>

#include <array>

namespace proctor {

struct Sha256::State {
  SHA2_CTX context;
};

Sha256::Sha256() : state_(new State) {
  SHA256Init(&state_->context);
}
Sha256::~Sha256() {
  delete state_;
}

void Sha256::add(std::string_view bytes) {
  SHA256Update(&state_->context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

void Sha256::add_field(std::string_view bytes) {
  add(std::to_string(bytes.size()));
  add(":");
  add(bytes);
}

std::string Sha256::hex() {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> text{};
  SHA256End(&state_->context, text.data());
  return text.data();
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

}  // namespace proctor
