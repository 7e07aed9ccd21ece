// How a secret may look in an output: as it is, and as programs write it for others to read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proctor::policy {

/// The forms of one value that are looked for: base64 at any offset, hexadecimal, percent, JSON, XML, what
/// shells and Python show of it. docs/environment.md lists them.
std::vector<std::string> forms_of_secret(std::string_view value);

}  // namespace proctor::policy
