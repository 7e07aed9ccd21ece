// The outcome of golden cases as a person reads it: what was expected (-) and what was got (+), by field.
#pragma once

#include <string>
#include <vector>

#include "exercism/golden.hpp"
#include "output/page.hpp"

namespace proctor::exercism {

/// A line of a difference: '-' only expected, '+' only got, ' ' both.
struct DifferenceLine {
  char sign;
  std::string text;
};

/// Lines at the beginning and at the end that are the same are left out but for one each. Where texts look
/// the same and aren't, they are written as JSON.
std::vector<DifferenceLine> difference_lines(const std::string& expected, const std::string& got);

/// What differs in one case: what fails, and with page.verbose() what is only noted. Nothing for a case that
/// is as it should be.
void write_golden(output::Page& page, const GoldenResult& result);

/// "41 cases: 40 pass, 1 fails; 38 equal byte for byte; differences that don't count in 2".
std::string golden_summary(const std::vector<GoldenResult>& results, std::size_t cases);

}  // namespace proctor::exercism
