// Tests that were written for Catch2 2 include this name. (A submission is compiled with what is installed: Catch2 3.)
#pragma once
#include <catch2/catch_all.hpp>

// What Catch2 2 has in other namespaces.
using Catch::Approx;
namespace Catch {
using Matchers::EndsWith;
using Matchers::Equals;
using Matchers::MatcherBase;
using Matchers::StartsWith;
using Matchers::WithinAbs;
using Matchers::WithinRel;
using Matchers::WithinULP;
}  // namespace Catch
