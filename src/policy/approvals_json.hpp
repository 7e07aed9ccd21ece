// Approvals as they stand in their file, and as `proctor approvals --json` shows them.
#pragma once

#include <optional>

#include "base/json.hpp"
#include "policy/approvals.hpp"

namespace proctor::policy {

json::object to_json(const Approvals& approvals);
json::object to_json(const Pending& pending);

/// Nothing if an entry lacks something, or holds something else than it should: it may be a no.
std::optional<Approvals> approvals_from_json(const json::object& object);

}  // namespace proctor::policy
