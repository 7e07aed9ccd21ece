#include "sources_by_their_paths.h"

int twice(int number) { return 2 * number; }
