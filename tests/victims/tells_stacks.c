// Looks like a Go program and answers SIGQUIT like one, but says nothing of its own accord: it sleeps. With a
// second argument it goes on talking after that for as long as it lives.
#include "victim.h"

__attribute__((section(".note.go.buildid"), used)) static const char note[] = "for the section's name alone";

static volatile sig_atomic_t asked;

static void on_quit(int number) {
  (void)number;
  asked = 1;
}

int main(int argc, char** argv) {
  if (argc < 2) return 99;
  signal(SIGQUIT, on_quit);
  say("before\n");
  record(argv[1]);
  while (!asked) sleep(60);
  say("goroutine 1 [sleep]:\n\tmain.main()\n");
  for (int i = 0; argc > 2 && i < 60000; ++i) {
    say("and more\n");
    usleep(1000);
  }
  sleep_long();
  return 0;
}
