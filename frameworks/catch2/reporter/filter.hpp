// Choosing tests by a regular expression. Apart from the rest because the regular expressions of the standard
// library take seconds to compile, and a submission's run has no filter: there, this is left out of the
// program.
#pragma once

#include <string>

namespace proctor_catch {

/// Whether the id has a match of the expression (ECMAScript). If it isn't one, false, and why in `complaint`.
__attribute__((weak)) bool matches(const std::string& id, const std::string& expression,
                                   std::string& complaint);

}  // namespace proctor_catch
