// Secrets out of whole answers.
#pragma once

#include <vector>

#include "base/json.hpp"
#include "policy/secrets.hpp"
#include "report/report.hpp"

namespace proctor::tool {

/// Masks every string below a value. Names of fields stay, and so do the words of the answer itself: codes,
/// verdicts, how a command ended.
void mask_strings(json::value& value, const policy::SecretMask& mask);
void mask_strings(json::object& object, const policy::SecretMask& mask);

/// Masks what tests are called and why they failed. To be done before any of it is cut short: a part of a
/// secret can't be recognised.
void mask_tests(std::vector<Suite>& suites, const policy::SecretMask& mask);

/// Masks what processes of a run that hung were called with and what their runtimes told.
void mask_hang(HangReport& hang, const policy::SecretMask& mask);

}  // namespace proctor::tool
