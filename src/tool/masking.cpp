#include "tool/masking.hpp"

namespace proctor::tool {

void mask_strings(json::value& value, const policy::SecretMask& mask) {
  if (mask.empty()) return;
  if (json::string* text = value.if_string()) {
    *text = mask.mask(std::string_view(text->data(), text->size()));
  } else if (json::array* items = value.if_array()) {
    for (json::value& item : *items) mask_strings(item, mask);
  } else if (json::object* object = value.if_object()) {
    mask_strings(*object, mask);
  }
}

void mask_strings(json::object& object, const policy::SecretMask& mask) {
  for (auto& entry : object) mask_strings(entry.value(), mask);
}

void mask_tests(std::vector<Suite>& suites, const policy::SecretMask& mask) {
  if (mask.empty()) return;
  for (Suite& suite : suites) {
    suite.name = mask.mask(suite.name);
    for (Case& test : suite.cases) {
      test.name = mask.mask(test.name);
      if (test.reason) test.reason = mask.mask(*test.reason);
    }
  }
}

void mask_hang(HangReport& hang, const policy::SecretMask& mask) {
  const auto shown = [&mask](std::string_view text) { return policy::mask_shapes(mask.mask(text)); };
  for (HungProcess& process : hang.processes) {
    process.command = shown(process.command);
    process.waits_for = shown(process.waits_for);  // may name a file
  }
  hang.stacks = shown(hang.stacks);
}

}  // namespace proctor::tool
