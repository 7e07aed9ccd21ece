// What forge prints in the place of test results: gas reports and build errors.
#pragma once

#include <optional>

#include "format/bounded_value.hpp"
#include "report/report.hpp"

namespace proctor::format {

/// One contract of `forge test --gas-report --json`. Nothing if it isn't one.
std::optional<GasContract> read_gas_contract(const Value& value);

/// One entry of "errors" in `forge build --json`, which is solc's own form. Nothing if it isn't one.
std::optional<Diagnostic> read_build_error(const Value& value);

}  // namespace proctor::format
