#include "tool/masking.hpp"

namespace proctor::tool {

void mask_strings(json::value& value, const policy::SecretMask& mask) {
  if (mask.empty()) return;
  if (json::string* text = value.if_string()) {
    *text = mask.mask(std::string_view(text->data(), text->size()));
  } else if (json::array* items = value.if_array()) {
    for (json::value& item : *items) mask_strings(item, mask);
  } else if (json::object* object = value.if_object()) {
    for (auto& entry : *object) mask_strings(entry.value(), mask);
  }
}

}  // namespace proctor::tool
