#include "several_files.h"

int sums::add(int a, int b) { return a + b; }
int sums::multiply(int a, int b) { return a + b; }
