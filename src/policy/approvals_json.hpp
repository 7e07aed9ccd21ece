// Approvals as they stand in their file, and as `proctor approvals --json` shows them.
#pragma once

#include "base/json.hpp"
#include "policy/approvals.hpp"

namespace proctor::policy {

json::object to_json(const Approvals& approvals);
json::object to_json(const Pending& pending);

/// Entries that lack something, or hold something else than they should, are left out.
Approvals approvals_from_json(const json::object& object);

}  // namespace proctor::policy
