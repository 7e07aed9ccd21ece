// Says whether the precompiled header is still there: it would stand for one that is checked.
#include "brings_a_precompiled_header.h"

#include <fstream>

namespace sums {

std::vector<int> list() { return {1, 2, 3}; }
std::string name() { return std::ifstream("brings_a_precompiled_header.h.gch").good() ? "there" : "ann"; }

}  // namespace sums
