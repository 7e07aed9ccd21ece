// Secrets out of whole answers.
#pragma once

#include "base/json.hpp"
#include "policy/question.hpp"
#include "policy/secrets.hpp"
#include "report/report.hpp"

namespace proctor::command {

/// Masks every string below a value. Names of fields stay, and so do the words of the answer itself: codes,
/// verdicts, how a command ended.
void mask_strings(json::value& value, const policy::Mask& mask);
void mask_strings(json::object& object, const policy::Mask& mask);

/// Masks whatever a report quotes: what tests are called, why they failed, what they and compilers said. To
/// be done before any of it is cut short: a part of a secret can't be recognised.
void mask_report(Report& report, const policy::SecretMask& mask);
void mask_answer(Answer& answer, const policy::SecretMask& mask);

/// Masks what processes of a run that hung were called with and what their runtimes told.
void mask_hang(HangReport& hang, const policy::SecretMask& mask);

}  // namespace proctor::command
