#include "debug_mode_of_the_library.h"

std::vector<std::string> checked::names() { return {"a", "b"}; }
