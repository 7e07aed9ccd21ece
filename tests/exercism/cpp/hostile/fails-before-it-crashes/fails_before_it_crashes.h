#pragma once

#include <vector>

namespace sums {

int add(int a, int b);
int act(int x);
std::vector<int>* list(int x);

}  // namespace sums
