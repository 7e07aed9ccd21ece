#pragma once

namespace sums {

int sum_of(int a, int b);

}  // namespace sums
