#include "library_of_its_own.h"

#include <cstdlib>
#include <new>
#include <unordered_set>

// Anybody may have these.
void* operator new(std::size_t size) {
    if (void* place = std::malloc(size)) return place;
    throw std::bad_alloc();
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }

namespace {

int compare(int one, int other) { return one - other; }

}  // namespace

std::vector<fishing::Catch> fishing::haul(int nets) {
    std::vector<Catch> all;
    for (int i = 0; compare(i, nets) < 0; ++i) all.emplace_back(i % 2 == 0 ? "cod" : "eel");
    return all;
}

std::size_t fishing::different(const std::vector<Catch>& all) {
    return std::unordered_set<Catch>(all.begin(), all.end()).size();
}

void fishing::write(std::string& to, const Catch& from) { to += from.what(); }
