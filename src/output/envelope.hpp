// An answer as JSON: the envelope that machines read. Its shape is described in schemas/envelope.schema.json,
// and the tests hold both against each other.
//
// Fields without a value are left out. The lists that a reader loops over (suites, cases, not_run,
// diagnostics, warnings, left_behind) are always there, so that nobody needs to ask whether they exist.
#pragma once

#include <optional>

#include "base/error.hpp"
#include "base/json.hpp"
#include "report/report.hpp"

namespace proctor::output {

/// {ok, data?, error?}. `ok` is true only for an answer without an error whose verdict is a pass. Should
/// those two ever disagree, the answer isn't ok, and an error says so.
json::object to_envelope(const Answer& answer);

/// An answer has to explain itself: nothing for a pass, else the error that says why it is none.
std::optional<Error> why_no_pass(const Answer& answer);

/// A TestResponse, the `data` of an envelope.
json::object to_json(const Report& report);

/// {severity, message, file?, line?, column?, code?}, and of a run that hung {processes, stacks?}.
json::object to_json(const Diagnostic& diagnostic);

/// {wall_ms, user_cpu_ms, system_cpu_ms, peak_memory_bytes?}
json::object to_json(const Usage& usage);
json::object to_json(const Isolation& isolation);

/// {code, message, retry, details?}
json::object to_json(const Error& error);

}  // namespace proctor::output
