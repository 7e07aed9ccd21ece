// The kernel's keyrings aren't part of any namespace: keys of the host could be read, and used up.
#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  must_be_forbidden("add_key", syscall(SYS_add_key, "user", "victim", "secret", 6, -3));
  must_be_forbidden("request_key", syscall(SYS_request_key, "user", "canary", NULL, -3));
  must_be_forbidden("join a session keyring", syscall(SYS_keyctl, 1, "canary"));
  must_be_forbidden("the user's keyring", syscall(SYS_keyctl, 0, -4, 1));
  must_be_forbidden("search the session keyring", syscall(SYS_keyctl, 10, -3, "user", "canary", 0));
  const int keys = open("/proc/keys", O_RDONLY);
  char text[4096];
  const ssize_t length = keys < 0 ? -1 : read(keys, text, sizeof text - 1);
  if (length > 0) {
    text[length] = '\0';
    if (strstr(text, "canary")) reached("/proc/keys shows a key of the host");
  }
  return probe_result();
}
