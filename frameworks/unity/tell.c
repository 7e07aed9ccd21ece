/* tell EVENT MESSAGE [FLAG]: tells proctor, for project.sh. */
#define _GNU_SOURCE
#include "client.h"

int main(int count, char* words[]) {
  if (count < 3) return 2;
  proctor_begin(words[1]);
  proctor_text("message", words[2]);
  if (count > 3) proctor_put(","), proctor_string(words[3]), proctor_put(":true");
  proctor_send();
  proctor_begin("end");
  proctor_send();
  return 0;
}
