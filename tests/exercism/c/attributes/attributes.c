#include "attributes.h"
#include <stdlib.h>
void die(const char *m, int s) { (void)m; (void)s; exit(1); }
void log_it(const char *f, ...) { (void)f; }
int floor_of(int b) { return b == 'G' ? 0 : b == '1' ? 1 : 12; }
