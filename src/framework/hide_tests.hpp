// What a built submission is no longer to find where it runs.
#pragma once

#include "base/error.hpp"
#include "framework/framework.hpp"

namespace proctor::framework {

/// After the build of a submission whose tests are compiled ([exercise] compiled): takes out of its copy what
/// says what they expect, which a solution could read otherwise: their sources, what the site says of them,
/// and what the build has left in its TMPDIR. An error if that can't be done.
Result<void> hide_tests(const Context& context, const Definition& definition);

}  // namespace proctor::framework
