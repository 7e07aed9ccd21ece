#include "old_catch.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

#include <string>

// Names as Catch2 2 has them.
class IsFace : public Catch::MatcherBase<int> {
public:
    bool match(const int& face) const override { return face >= 1 && face <= 6; }
    std::string describe() const override { return "is a face of a die"; }
};

TEST_CASE("chance of a face")
{
    REQUIRE(dice::chance(6) == Approx(0.1667).epsilon(0.001));
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("a roll shows a face")
{
    REQUIRE_THAT(dice::roll(), IsFace());
}

TEST_CASE("chance of a side of a coin")
{
    REQUIRE_THAT(dice::chance(2), Catch::Matchers::WithinAbs(0.5, 1e-9));
}
#endif
