#include "exported_symbols.h"

std::vector<std::string> exported::names() { return {"a", "b"}; }
