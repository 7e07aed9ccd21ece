// Redefines what a test says only to be understood.
#include "redefines_a_note.h"
namespace sums {
int of(int x) { return x; }
}  // namespace sums
