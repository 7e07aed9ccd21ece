#include "names_another_assembler.h"

int lift::floor_of(int) { return 7; }
