// 144 MiB that are in no process's pages: the argument is `semaphores`, `messages` (System V), `page_tables`
// (of zeros that are only read) or `shared`, by one who lets nobody look.
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>

#include "../hostile.h"

enum { MEBIBYTES = 144 };

static int take_semaphores(void) {
  for (int taken = 0; taken < MEBIBYTES; taken += 2) {  // each takes 64 bytes
    if (semget(IPC_PRIVATE, 32000, 0600) < 0) return 3;
  }
  return 0;
}

static int take_messages(void) {
  static struct {
    long type;
    char text[8192];
  } message = {.type = 1};
  for (int queues = 0; queues < MEBIBYTES * 64; ++queues) {
    const int queue = msgget(IPC_PRIVATE, 0600);
    if (queue < 0) return 3;
    for (int i = 0; i < 2; ++i) {
      if (msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT) != 0) return 4;
    }
  }
  return 0;
}

static int take_page_tables(void) {
  const size_t reach = 2 << 20;  // of one table, which takes 4 KiB
  const size_t size = reach * 256 * MEBIBYTES;
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  const volatile char* zeros =
      mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (zeros == MAP_FAILED) return 3;
  for (size_t at = 0; at < size; at += reach) (void)zeros[at];
  return 0;
}

static int take_shared(void) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  char* memory = mmap(NULL, MEBIBYTES << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 3;
  memset(memory, 1, MEBIBYTES << 20);
  return 0;
}

int main(int count, char** arguments) {
  const char* what = count > 1 ? arguments[1] : "";
  int result = 2;
  say("taking\n");
  if (strcmp(what, "semaphores") == 0) result = take_semaphores();
  if (strcmp(what, "messages") == 0) result = take_messages();
  if (strcmp(what, "page_tables") == 0) result = take_page_tables();
  if (strcmp(what, "shared") == 0) result = take_shared();
  if (result != 0) return result;
  sleep(2);
  say("kept all\n");
  return 0;
}
