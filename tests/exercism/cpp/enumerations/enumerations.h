#pragma once

#define SMALLEST 1e-9

namespace sizes {

enum class size { small, large };
size of(double length);

}  // namespace sizes
