#include "supervise/isolation/init_image.hpp"

#include <cstddef>

// PROCTOR_INIT_FILE is the path of the program that CMake has built from init.c.
asm(".pushsection .rodata\n"
    ".global proctor_init_begin\n"
    ".global proctor_init_end\n"
    "proctor_init_begin:\n"
    ".incbin \"" PROCTOR_INIT_FILE
    "\"\n"
    "proctor_init_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char proctor_init_begin[];
extern const char proctor_init_end[];
}

namespace proctor::supervise {

std::string_view init_image() {
  return {proctor_init_begin, static_cast<std::size_t>(proctor_init_end - proctor_init_begin)};
}

}  // namespace proctor::supervise
