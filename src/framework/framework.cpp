#include "framework/framework.hpp"

#include "format/reader.hpp"
#include "framework/declared.hpp"
#include "framework/forge.hpp"

namespace proctor::framework {

std::vector<std::string> formats() {
  std::vector<std::string> names{"forge-json", "proctor-events"};
  for (const std::string_view native : format::reader_formats()) names.emplace_back(native);
  return names;
}

bool can_list(const Definition& definition) {
  return definition.format == "forge-json" || (is_native(definition) && !definition.run.list.empty());
}

std::unique_ptr<Framework> make_framework(const Definition& definition) {
  if (definition.format == "forge-json") return std::make_unique<Forge>(definition);
  return std::make_unique<Declared>(definition);
}

}  // namespace proctor::framework
