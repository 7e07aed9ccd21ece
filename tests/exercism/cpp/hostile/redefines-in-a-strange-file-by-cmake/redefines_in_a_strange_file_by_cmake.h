#pragma once
#include <catch2/catch_all.hpp>
#include "notes.dat"
namespace sums {

int add(int a, int b);
int act(int x);
int twice(int x);
int half(int x);

}  // namespace sums
