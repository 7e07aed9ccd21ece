#pragma once

namespace sums {

int add(int a, int b);

}  // namespace sums
