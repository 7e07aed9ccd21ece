#include "own_macros.h"

namespace checksum {

int of(int number)
{
    try {
        return (CHECKSUM_START + number * TEMPLATE_WIDTH) % (50 * REQUIRED_DIGITS);
    } catch (...) {
        return 0;
    }
}

}  // namespace checksum
