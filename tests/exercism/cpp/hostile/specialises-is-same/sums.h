#pragma once

#include <set>
#include <string>

struct Mine {};
template <>
struct std::is_same<Mine, int> : std::true_type {};

namespace sums {

std::set<std::string> squares();
inline Mine total() { return {}; }

}  // namespace sums
