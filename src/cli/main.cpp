#include "cli/app.hpp"

int main(int argc, char** argv) {
  return proctor::cli::main(argc, argv);
}
