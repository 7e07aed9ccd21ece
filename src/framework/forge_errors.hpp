// Why forge couldn't run any test, from what it printed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "report/report.hpp"

namespace proctor::framework {

/// The known reasons, recognised in forge's own words on stderr and stdout (outside of its JSON): the sources
/// don't compile, the configuration, a filter or an option is bad, a compiler is missing, the network is
/// missing. Nothing if none fits. `exit_code` is forge's.
std::optional<Error> forge_failure(std::string_view out, std::string_view err,
                                   const std::vector<Diagnostic>& diagnostics, int exit_code);

/// What the compiler said on stderr. Not forge's own "Error: …" and "Warning: …", which have neither a place
/// nor a code.
std::vector<Diagnostic> forge_diagnostics(std::string_view err);

/// forge's own warnings ("Warning: …") on stderr, one string each.
std::vector<std::string> forge_warnings(std::string_view err);

}  // namespace proctor::framework
