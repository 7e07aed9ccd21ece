#include "told_to_the_compiler.h"

#include <cstdlib>
#include <new>
#include <stdexcept>

namespace fishing {

Catch::Catch(int weight) : weight_{weight} {
    if (weight < 0) fail(weight);
}

Catch Catch::best() { return Catch{12}; }

void fail(int) { throw std::domain_error("no fish is lighter than nothing"); }

}  // namespace fishing

std::size_t std::hash<fishing::Catch>::operator()(const fishing::Catch& caught) const noexcept {
    return static_cast<std::size_t>(caught.weight());
}

void* operator new(std::size_t size) {
    if (void* place = std::malloc(size)) return place;
    throw std::bad_alloc{};
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
