#include "sources_by_their_paths.h"

int thrice(int number) { return 2 * number; }
