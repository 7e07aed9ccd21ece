#define enumeration_and_return_CPP
// Leaves a test, where the tests' own macros bring a return with them, too.
#include "enumeration_and_return.h"
namespace sums {
kind of(int) { return kind::odd; }
}  // namespace sums
