#pragma once
#include <string>
namespace leap { template <class T> std::string kind(T const&) { return "other"; }
struct Base { virtual ~Base() = default; virtual int size() const; };
inline int twice(int x) { return 2 * x; } }
