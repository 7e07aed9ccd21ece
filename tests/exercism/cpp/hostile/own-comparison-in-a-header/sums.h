#pragma once

namespace sums {

char const* name();

}  // namespace sums

extern "C" {
static inline int strcmp(char const*, char const*) noexcept(true)
{
    return 0;
}
}
