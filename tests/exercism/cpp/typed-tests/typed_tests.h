#pragma once

#include <string>

namespace twice {

template <typename T>
T of(const T& value) {
    return value + value;
}

}  // namespace twice
