#include "framework/framework.hpp"

#include "framework/declared.hpp"
#include "framework/forge.hpp"

namespace proctor::framework {

std::vector<std::string> formats() {
  return {"forge-json", "proctor-events"};
}

std::unique_ptr<Framework> make_framework(const Definition& definition) {
  if (definition.format == "forge-json") return std::make_unique<Forge>(definition);
  return std::make_unique<Declared>(definition);
}

}  // namespace proctor::framework
