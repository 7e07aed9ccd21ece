// Touches as many MiB as the first argument says, then ends.
#include "victim.h"

int main(int argc, char** argv) {
  const size_t size = (size_t)atol(argc > 1 ? argv[1] : "1") << 20;
  char* memory = malloc(size);
  if (memory == NULL) return 1;
  for (size_t i = 0; i < size; i += 4096) memory[i] = (char)i;
  return memory[size / 2] == 77;
}
