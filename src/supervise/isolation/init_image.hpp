// The program that is a sandbox's first process (init.c), as bytes inside of this one: nothing has to be
// installed beside it, and nothing can be put in its place.
#pragma once

#include <string_view>

namespace proctor::supervise {

/// An ELF file.
std::string_view init_image();

}  // namespace proctor::supervise
