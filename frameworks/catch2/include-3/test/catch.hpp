// Old exercises bring Catch2 2 along as test/catch.hpp, for the student's own computer. It is the same name if it is
// missing from a submission.
#pragma once
#include <catch2/catch.hpp>
