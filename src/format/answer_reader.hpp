// Reads an answer of proctor's own (schemas/envelope.schema.json) back into its values.
#pragma once

#include "base/json.hpp"
#include "report/report.hpp"

namespace proctor::format {

/// Whether an object is an answer that holds a test report, or that says why there is none.
bool is_answer(const json::object& object);

/// What an answer says of its run: results, what didn't run, diagnostics, warnings, how it ended, which shard
/// it is of. Coverage and gas are left out. A pass that contradicts itself (it has a failed test, say) is
/// none.
Answer read_answer(const json::object& object);

/// A case of an answer.
Case read_case(const json::object& object);

}  // namespace proctor::format
