#include <catch2/catch_test_macros.hpp>
#include <iostream>

#include "stack.hpp"

TEST_CASE("a new stack is empty") { CHECK(Stack().size() == 0); }

TEST_CASE("Stack::pop gives the last", "[pop]") {
  Stack stack;
  stack.push(1);
  stack.push(2);
  std::cout << "two are in it" << std::endl;
  SECTION("first") { CHECK(stack.pop() == 1); }
  SECTION("both") {
    stack.pop();
    CHECK(stack.pop() == 1);
  }
}

TEST_CASE("pop of nothing throws", "[pop]") { CHECK_THROWS_AS(Stack().pop(), std::out_of_range); }
