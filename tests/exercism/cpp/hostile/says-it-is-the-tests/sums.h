#pragma once

#include "more.data"

namespace sums {

int sum_of(int a, int b);

}  // namespace sums
