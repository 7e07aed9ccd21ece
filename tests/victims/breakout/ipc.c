// System V and POSIX objects of the host: argument 2 is the key of a shared memory segment, a queue and a
// semaphore outside, argument 3 the name of a POSIX shared memory and queue outside.
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  if (argc < 4) return 2;
  const key_t key = (key_t)atol(argv[2]);
  must_fail("shmget", shmget(key, 0, 0));
  must_fail("msgget", msgget(key, 0));
  must_fail("semget", semget(key, 0, 0));
  struct shm_info info;
  const int highest = shmctl(0, SHM_INFO, (struct shmid_ds*)&info);
  for (int i = 0; i <= highest; ++i) {
    struct shmid_ds segment;
    must_fail("a segment by its index", shmctl(i, SHM_STAT_ANY, &segment));
  }
  for (int id = 0; id < 64; ++id) {
    if (shmat(id, NULL, SHM_RDONLY) != (void*)-1) reached("a segment by its number");
  }
  must_fail("shm_open", shm_open(argv[3], O_RDWR, 0));
  must_fail("mq_open", mq_open(argv[3], O_RDWR));
  // What it leaves of its own has to be gone with it.
  shmget(key, 4096, IPC_CREAT | 0600);
  msgget(key, IPC_CREAT | 0600);
  semget(key + 1, 1, IPC_CREAT | 0600);
  char own[64];
  snprintf(own, sizeof own, "%s-left", argv[3]);
  shm_open(own, O_RDWR | O_CREAT, 0600);
  mq_open(own, O_RDWR | O_CREAT, 0600, NULL);
  return probe_result();
}
