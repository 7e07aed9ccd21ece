// Reads the compile errors that forge prints as text, on whichever stream it puts them:
//
//     Error (7576): Undeclared identifier.
//      --> test/Bad.t.sol:4:83:
//       |
//     4 | contract BadTest is Test { … }
//       |                              ^^^^^^^^^^^
#pragma once

#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace proctor::format {

/// Every error and warning of the text that looks like the above, also those without a code or a place.
/// Never throws; anything else in the text is passed over.
std::vector<Diagnostic> read_solc_text(std::string_view text);

}  // namespace proctor::format
