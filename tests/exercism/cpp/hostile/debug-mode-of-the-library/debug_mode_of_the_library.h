#pragma once
#define _GLIBCXX_DEBUG
#include <string>
#include <vector>

namespace checked {

std::vector<std::string> names();
inline int third(std::vector<int> numbers) {
    numbers.reserve(8);
    return 0 * numbers[2];
}

}  // namespace checked
