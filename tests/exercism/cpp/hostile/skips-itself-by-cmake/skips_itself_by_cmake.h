#pragma once

namespace sums {

int add(int a, int b);
int act(int x);
int twice(int x);
int half(int x);

}  // namespace sums
