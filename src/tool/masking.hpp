// Secrets out of whole answers.
#pragma once

#include "base/json.hpp"
#include "policy/secrets.hpp"

namespace proctor::tool {

/// Masks every string below a value; names of fields stay.
void mask_strings(json::value& value, const policy::SecretMask& mask);

}  // namespace proctor::tool
