#include "an_operator_never_returns.h"

#include <cstdlib>

int lift::arrive() { std::exit(0); }
