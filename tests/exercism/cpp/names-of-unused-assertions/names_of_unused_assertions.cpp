#include "names_of_unused_assertions.h"

namespace levels {

std::string first() { return INFO; }
int of(int number) { return CHECK(number) ? number : FAIL; }

}  // namespace levels
