#pragma once

#include <functional>
#include <string>
#include <vector>

extern int advance;  // the C library has functions called so and `step`
extern int step;

namespace geo {

struct Place {
    int x;
    bool operator==(const Place& other) const;
};
std::vector<int> path();

}  // namespace geo

namespace std {

template <>
struct hash<geo::Place> {
    size_t operator()(const geo::Place& place) const;
};
string to_string(const geo::Place& place);
void swap(geo::Place& one, geo::Place& other) noexcept;

}  // namespace std

extern "C" int twice(int number);
