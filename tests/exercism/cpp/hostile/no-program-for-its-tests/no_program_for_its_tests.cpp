#include "no_program_for_its_tests.h"

int boxes::volume(int a, int b, int c) { return a * b * c; }
