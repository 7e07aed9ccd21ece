/* Has CTest run one of its tests and tells proctor how that ended: for tests whose result is made by CTest's own rules
 * (WILL_FAIL, PASS_REGULAR_EXPRESSION, fixtures and the like), as one test each. For C and C++, beside client.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* `build`: the build directory; `name`: CTest's name of the test; `id`: ours; `log`: a file for what CTest says.
 * Returns whether it failed. */
static int proctor_ctest(const char* build, const char* name, const char* id, const char* log) {
  static char pattern[8192] = "^", said[1 << 16];
  int status = 0, size = 1;
  FILE* file;
  pid_t child;
  proctor_begin("ask"), proctor_text("id", id);
  if (proctor_send() != PROCTOR_RUN) return 0;
  for (; *name != '\0' && size < (int)sizeof pattern - 4; pattern[size++] = *name++)
    if (ispunct((unsigned char)*name) && *name != '_') pattern[size++] = '\\';
  strcpy(pattern + size, "$");
  fflush(NULL);
  child = fork();
  if (child == 0) {
    if (chdir(build) == 0 && freopen(log, "w", stdout) != NULL && dup2(1, 2) == 2)
      execlp("ctest", "ctest", "-R", pattern, "--no-tests=error", "--output-on-failure", (char*)NULL);
    _exit(127);
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  file = fopen(log, "r");
  if (file != NULL) said[fread(said, 1, sizeof said - 1, file)] = '\0', fclose(file);
  fputs(said, stdout), fflush(stdout);
  proctor_begin("finish"), proctor_text("id", id);
  /* Of a test that passes or is skipped CTest doesn't show the output. */
  proctor_text("status", status != 0 ? "fail" : strstr(said, " (Skipped)\n") != NULL ? "skip" : "pass");
  if (status != 0) proctor_text("message", said);
  proctor_send();
  return status != 0;
}
