#pragma once

#include <algorithm>
#include <string>

namespace parse {

// Braces in quotes count, too, when they open.
inline int depth(const std::string& text) {
    int now = 0;
    int most = 0;
    for (const char c : text) {
        if (c == '{') most = std::max(most, ++now);
        if (c == '}') --now;
    }
    return most;
}

}  // namespace parse
