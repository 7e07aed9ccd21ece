#include "framework/framework.hpp"

#include "framework/forge.hpp"

namespace proctor::framework {

std::unique_ptr<Framework> make_framework(const Definition& definition) {
  return std::make_unique<Forge>(definition);
}

}  // namespace proctor::framework
