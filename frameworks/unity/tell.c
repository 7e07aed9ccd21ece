/* For project.sh:
 *   tell EVENT MESSAGE [FLAG]        tells proctor
 *   tell ctest BUILD NAME ID LOG     has CTest run a test, and tells of it (ctest.h); fails if the test does */
#define _GNU_SOURCE
#include "client.h"
#include "ctest.h"

int main(int count, char* words[]) {
  int failed;
  if (count < 3) return 2;
  if (count == 6) {
    failed = proctor_ctest(words[2], words[3], words[4], words[5]);
    proctor_begin("end");
    proctor_send();
    return failed;
  }
  proctor_begin(words[1]);
  proctor_text("message", words[2]);
  if (count > 3) proctor_put(","), proctor_string(words[3]), proctor_put(":true");
  proctor_send();
  proctor_begin("end");
  proctor_send();
  return 0;
}
