// The main function of a test program that has none of its own. (Not taken from Catch's library: were it, a
// solution that leaves a main function of its own behind would silently replace it.)
#include <catch2/catch_session.hpp>

int main(int count, char* words[]) {
  return Catch::Session().run(count, words);
}
