#include "old_catch.h"

#include <random>

namespace dice {

double chance(int sides)
{
    return 1.0 / sides;
}

int roll()
{
    static std::mt19937 generator{std::random_device{}()};
    return std::uniform_int_distribution<>(1, 6)(generator);
}

}  // namespace dice
