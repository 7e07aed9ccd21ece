// Dies of the signal whose number is the first argument, after some output.
#include "victim.h"

int main(int argc, char** argv) {
  say("about to crash\n");
  raise(argc > 1 ? atoi(argv[1]) : SIGSEGV);
  return 0;
}
