#pragma once

#include <string>
#include <vector>

#include <functional>
namespace sums { struct Key { int n; bool operator==(Key const& o) const { return n == o.n; } }; }
namespace std {
template <> struct hash<sums::Key> {
    size_t operator()(sums::Key const& k) const { return k.n < 3 ? 1 : hash<int>()(k.n); }
};
inline bool operator<(sums::Key const& a, sums::Key const& b) { return a.n < b.n; }
}

namespace sums {

std::vector<int> list();
std::string name();

}  // namespace sums
