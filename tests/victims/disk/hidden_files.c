// Files that have no name, 144 MiB of them, and that are hidden from whoever looks at what a process has
// open. The arguments are where they are (disk, memory) and what hides them: `thread`, open in the table of a
// thread that parted with the others'; `sent`, under way in sockets and open nowhere; `closed`, nobody may
// look.
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "../hostile.h"

static const char* place;
static const char* way;

static int file_without_name(void) {
  if (strcmp(place, "memory") == 0) return memfd_create("harmless", 0);
  const int fd = open("nameless", O_RDWR | O_CREAT, 0600);
  return fd >= 0 && unlink("nameless") == 0 ? fd : -1;
}

static void let_go_into_socket(int fd) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) _exit(5);
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct iovec part = {"x", 1};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  struct cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &fd, sizeof fd);
  if (sendmsg(ends[0], &message, 0) < 0) _exit(6);
  close(fd);
}

static void* fill(void* unused) {
  static char block[1 << 20];
  memset(block, 1, sizeof block);
  if (strcmp(way, "thread") == 0 && unshare(CLONE_FILES) != 0) _exit(7);
  say("filling\n");
  for (int file = 0; file < 9; ++file) {
    const int fd = file_without_name();
    if (fd < 0) _exit(3);
    for (int i = 0; i < 16; ++i) {
      if (write(fd, block, sizeof block) != (ssize_t)sizeof block) _exit(4);
    }
    if (strcmp(way, "sent") == 0) let_go_into_socket(fd);
    usleep(30000);
  }
  sleep(2);
  say("kept all\n");
  return unused;
}

int main(int count, char** arguments) {
  if (count < 3) return 2;
  place = arguments[1];
  way = arguments[2];
  if (strcmp(way, "closed") == 0) prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  pthread_t thread;
  if (pthread_create(&thread, NULL, fill, NULL) != 0) return 8;
  pthread_join(thread, NULL);
  return 0;
}
