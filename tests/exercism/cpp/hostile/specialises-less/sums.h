#pragma once

#include <set>
#include <string>

template <>
struct std::less<std::string> {
    bool operator()(std::string const&, std::string const&) const { return false; }
};

namespace sums {

std::set<std::string> squares();
inline int total() { return {}; }

}  // namespace sums
