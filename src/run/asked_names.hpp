// The tests that somebody has named, and those that may have been meant.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "request/request.hpp"
#include "run/known_tests.hpp"
#include "run/run.hpp"

namespace proctor {

/// A person may name a test without its file, or with a control character written out. Reporters know what is
/// meant; to a tool it is named as runs before this one have told, or by a filter.
void settle_names(const Job& job, const KnownTests& known, Request& request);

/// No test is called so: adds those that may have been meant. `there`: ids of tests that this run knew of.
void add_nearest(const Request& request, const KnownTests& known, Error& error,
                 const std::vector<std::string>& there = {});

}  // namespace proctor
