/* Starting programs and waiting for them. */
#ifndef PROCTOR_PROCESSES_H
#define PROCTOR_PROCESSES_H

#include <spawn.h>
#include <sys/wait.h>

#include "words.h"

extern char** environ;

static pid_t spawned(const struct words* command, posix_spawn_file_actions_t* actions) {
  pid_t process = -1;
  const int error = posix_spawnp(&process, command->items[0], actions, NULL, command->items, environ);
  posix_spawn_file_actions_destroy(actions);
  if (error != 0) {
    fprintf(stderr, "%s can't be started: %s\n", command->items[0], strerror(error));
    return -1;
  }
  return process;
}

/* Starts a program that is looked for in PATH; what is null goes where our own goes. */
static pid_t start(const struct words* command, const char* output, const char* errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output != NULL)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (errors != NULL)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  return spawned(command, &actions);
}

/* The same for a part of a pipe: what it reads or writes (`own`, 0 or 1) is the pipe's `end`. */
static pid_t start_at(const struct words* command, int own, int end, const char* errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, end, own);
  posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  return spawned(command, &actions);
}

/* The exit code as a shell has it. */
static int wait_for(pid_t process) {
  int status = 0;
  if (process < 0) return 127;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(const struct words* command, const char* output, const char* errors) {
  return wait_for(start(command, output, errors));
}

__attribute__((noreturn)) static void become(const struct words* command) {
  execvp(command->items[0], command->items);
  fprintf(stderr, "%s can't be started: %s\n", command->items[0], strerror(errno));
  exit(127);
}

#endif
