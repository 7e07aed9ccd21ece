#include "enumerations.h"

namespace sizes {

size of(double length) { return length < 100 * SMALLEST ? size::small : size::large; }

}  // namespace sizes
