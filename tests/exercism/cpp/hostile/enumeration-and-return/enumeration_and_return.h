#pragma once
namespace sums {
enum class kind { even, odd };
kind of(int x);
}  // namespace sums
#ifndef enumeration_and_return_CPP
#define of(x) kind::even); return; ((void)0
#endif
