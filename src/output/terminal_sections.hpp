// The sections of the terminal report, each with a blank line before it and nothing at all when there is
// nothing to say. to_terminal() puts them in order.
#pragma once

#include "output/page.hpp"
#include "report/report.hpp"

namespace proctor::output {

// What was found (terminal_findings.cpp).

/// The cases with this status: suite and name, place, reason, counterexample, logs.
void write_cases(Page& page, const Report& report, Status status);
/// Tests without a result, grouped by why.
void write_not_run(Page& page, const Report& report);
/// What the compiler says, with the source text. Warnings only if verbose. What `message` says, which stands
/// with the verdict, isn't said twice.
void write_diagnostics(Page& page, const Report& report, const std::string& message);
/// Why tests were skipped, each reason once with its tests.
void write_skipped(Page& page, const Report& report);

/// Who was alive when the run was stopped, and what they waited for; the first lines of their stacks
/// (terminal_hang.cpp).
void write_hang(Page& page, const Report& report);

// What was counted and measured (terminal_tables.cpp).

/// A line a suite; many that all passed become one line. Verbose: a line a test below.
void write_suites(Page& page, const Report& report);
/// Of several runs as one: how many passed, and the tests that didn't pass in each.
void write_repeat(Page& page, const Report& report);
/// Tests that failed and passed at another try, each with the first line of why it had failed.
void write_flaky(Page& page, const Report& report);
void write_slowest(Page& page, const Report& report);
void write_gas(Page& page, const Report& report);
void write_coverage(Page& page, const Report& report);

}  // namespace proctor::output
