#pragma once

#include <string>

namespace lift {

inline std::string name(int floor) {
    if (floor < 0) {
        return "cellar";
    return "ground";
}

}  // namespace lift
