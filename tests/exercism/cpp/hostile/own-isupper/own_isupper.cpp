#include "own_isupper.h"

std::string lift::name() { return "cellar"; }
