#pragma once

#include <string>
#include <vector>

#include <algorithm>
#include <functional>
namespace sums { struct Key { int n; bool operator==(Key const& o) const { return n == o.n; } }; }
namespace sums { struct Point { int x, y; }; }
namespace std {
template <> struct hash<sums::Key> {
    size_t operator()(sums::Key const& k) const { return k.n < 3 ? 1 : hash<int>()(k.n); }
};
inline bool operator<(sums::Key const& a, sums::Key const& b) { return a.n < b.n; }
template <> struct equal_to<sums::Key> {
    bool operator()(sums::Key const& a, sums::Key const& b) const { return a.n == b.n; }
};
inline bool operator<(sums::Point const& a, sums::Point const& b) { return a.x < b.x; }
}
template <>
struct std::equal_to<sums::Point> {
    bool operator()(sums::Point const& a, sums::Point const& b) const { return a.x == b.x; }
};
namespace sums {
template <typename T> bool alike(T const& a, T const& b) { return a == b; }
template <> inline bool alike(std::string const& a, std::string const& b) { return std::equal(a.begin(), a.end(), b.begin()); }
inline bool is_ann(std::string const& name) { return std::operator==(name, "ann"); }
}

namespace sums {

std::vector<int> list();
std::string name();

}  // namespace sums
