#include "names_of_the_library.h"

#include <cstdlib>
#include <new>

int advance = 1;
int step = 2;

bool geo::Place::operator==(const Place& other) const { return x == other.x; }

std::vector<int> geo::path() {
    std::vector<int> path{advance};
    path.push_back(step);
    return path;
}

std::size_t std::hash<geo::Place>::operator()(const geo::Place& place) const { return std::hash<int>{}(place.x); }

std::string std::to_string(const geo::Place& place) { return "at " + std::to_string(place.x); }

void std::swap(geo::Place& one, geo::Place& other) noexcept {
    const int x = one.x;
    one.x = other.x;
    other.x = x;
}

extern "C" int twice(int number) { return 2 * number; }

void* operator new(std::size_t size) {
    if (void* place = std::malloc(size)) return place;
    throw std::bad_alloc();
}

void operator delete(void* place) noexcept { std::free(place); }

void operator delete(void* place, std::size_t) noexcept { std::free(place); }
