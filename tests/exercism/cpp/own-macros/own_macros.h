#ifndef EXERCISM_OWN_MACROS_H
#define EXERCISM_OWN_MACROS_H

#define CHECKSUM_START 7
#define REQUIRED_DIGITS 2
#define TEMPLATE_WIDTH 3

namespace checksum {

int of(int number);

}  // namespace checksum

#endif  // EXERCISM_OWN_MACROS_H
