#include "older_standard.h"

int boxes::volume(int a, int b, int c) { return a * b * c; }
