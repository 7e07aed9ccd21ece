#include "sums.h"

namespace sums {

int sum_of(int, int) { return 0; }

}  // namespace sums

template <typename T>
void require_same(T const&, T const&);
template <>
void require_same(int const&, int const&) {}
