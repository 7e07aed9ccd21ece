/* Compiling the sources of one call, all at the same time. */
#ifndef PROCTOR_SOURCES_H
#define PROCTOR_SOURCES_H

#include <poll.h>

#include "call.h"
#include "processes.h"
#include "words.h"

/* For the nth source of this call; others may be under way at the same time. */
static const char* object_path(int n, const char* kind) {
  return work(joined("%ld-%d.%s", (long)getpid(), n, kind));
}

/* Whether the solution's headers leave a source of tests as it is. Nearly no solution has anything that has
 * to be looked at for it, and most sources are no tests. */
static int passes_guard(const struct call* call, const struct words* options, const char* source) {
  static const char* const places[] = {"test-framework/", "test/vendor/", "vendor/"};
  const struct words tests = split(variable("PROCTOR_TESTS"), "\n");
  const char* unity = call->folder;
  struct words command = {NULL, 0, 0};
  size_t i;
  if (*variable("PROCTOR_UNITY_GUARD") == '\0' ||
      !contains(&tests, begins_with(source, "./") ? source + 2 : source))
    return 1;
  for (i = 0; call->unity == NULL && i < sizeof places / sizeof *places; i++)
    if (exists(joined("%sunity.c", places[i]))) unity = places[i];
  add(&command, "sh");
  add(&command, joined("%s/guard.sh", variable("PROCTOR_FOLDER")));
  add(&command, unity);
  add(&command, call->compiler);
  add_all(&command, options);
  add(&command, source);
  return run(&command, NULL, NULL) == 0;
}

/* The name of the test source that this file is, under whatever name; null if it is none. */
static const char* test_source(const char* path) {
  const struct words tests = split(variable("PROCTOR_TESTS"), "\n");
  struct stat its;
  struct stat own;
  size_t i;
  if (stat(path, &its) != 0) return NULL;
  for (i = 0; i < tests.count; i++)
    if (is_source(tests.items[i]) &&
        stat(joined("%s/%s", variable("PROCTOR_ROOT"), tests.items[i]), &own) == 0 &&
        own.st_dev == its.st_dev && own.st_ino == its.st_ino)
      return tests.items[i];
  return NULL;
}

/* Whether a source of the solution takes in those of tests, by #include or as data (.incbin), for which there
 * is no use but to find there what is expected. Nearly no solution has anything that might do that. */
static int takes_tests(const struct call* call, const struct words* options, const char* source) {
  const char* object = work(joined("%ld-read.o", (long)getpid()));
  const char* const read[] = {joined("%s.d", object), joined("%s.as", object)};
  struct words command = {NULL, 0, 0};
  size_t i;
  size_t n;
  if (*variable("PROCTOR_UNITY_GUARD") == '\0' || test_source(source) != NULL) return 0;
  add(&command, call->compiler);
  add_all(&command, options);
  add(&command, "-w");
  add(&command, "-fno-lto"); /* it would leave to the linker what the assembler is to read */
  add(&command, "-MD");
  add(&command, "-MF");
  add(&command, read[0]);
  if (strcmp(call->compiler, "clang") != 0) add(&command, joined("-Wa,--MD,%s", read[1]));
  add(&command, "-c");
  add(&command, source);
  add(&command, "-o");
  add(&command, object);
  run(&command, "/dev/null", "/dev/null"); /* what is wrong with it, another call says */
  for (n = 0; n < sizeof read / sizeof *read; n++) {
    struct text text = {NULL, 0};
    struct words files;
    if (!read_file(read[n], &text)) continue;
    files = split(text.bytes, " \\\n");
    for (i = 0; i < files.count; i++) {
      const char* test = test_source(files.items[i]);
      if (test == NULL) continue;
      fprintf(stderr, "%s: error: the solution reads the test file '%s'\n", source, test);
      return 1;
    }
  }
  return 0;
}

/* The exit code for a source that the guard has refused, which no compiler has. */
enum { REFUSED = 97 };

/* Starts compiling one source; what is said of it goes to a file. */
static pid_t compile_one(const struct call* call, const struct words* options, const char* source,
                         const char* object, const char* said) {
  const pid_t process = fork();
  struct words command = {NULL, 0, 0};
  int errors;
  if (process != 0) return process;
  errors = open(said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (errors < 0 || dup2(errors, 2) < 0) _exit(1);
  if (!passes_guard(call, options, source) || takes_tests(call, options, source)) _exit(REFUSED);
  add(&command, call->compiler);
  add_all(&command, options);
  add(&command, "-c");
  add(&command, source);
  add(&command, "-o");
  add(&command, object);
  become(&command);
}

/* How the compiler itself and the assembler behind it are called, without the driver that starts both:
 * prepared (warm.sh) for these very options, but for defines. The file has a line of the options and one for
 * each of the two.
 */
struct direct_way {
  const char* memory; /* what is loaded into the compiler (memory.c); null: nothing */
  struct words compiler;
  struct words assembler;
};

static int has_direct_way(const struct call* call, const struct words* options, struct direct_way* way) {
  struct text text = {NULL, 0};
  struct text said = {NULL, 0};
  struct words lines;
  size_t i;
  /* What the guard looks at, it looks at before. */
  if (*variable("PROCTOR_UNITY_GUARD") != '\0' ||
      !read_file(joined("%s/compile-%s", variable("PROCTOR_PREPARED"), call->compiler), &text))
    return 0;
  lines = split(text.bytes, "\n");
  add_text(&said, "");
  for (i = 0; i < options->count; i++)
    add_text(&said, is_define(options->items[i]) ? "" : joined(" %s", options->items[i]));
  if (lines.count != 3 || strcmp(lines.items[0], said.bytes) != 0) return 0;
  way->memory = joined("%s/memory.so", variable("PROCTOR_PREPARED"));
  if (!exists(way->memory) || strpbrk(way->memory, ": ") != NULL || *variable("LD_PRELOAD") != '\0')
    way->memory = NULL;
  way->compiler = split(lines.items[1], " ");
  for (i = 0; i < options->count; i++)
    if (is_define(options->items[i])) add(&way->compiler, options->items[i]);
  way->assembler = split(lines.items[2], " ");
  return 1;
}

/* One source that is under way. */
struct source {
  const char* path;
  const char* object;
  const char* said;
  off_t size;
  pid_t compiler; /* the driver, where it does all of it; 0: not started */
  pid_t assembler;
  int assembly; /* the end of the pipe from the one to the other */
};

/* Starts a step of the direct way at its end of the pipe, the places in its words filled. */
static pid_t start_step(const struct source* source, const struct words* step, int own, int end) {
  struct words command = {NULL, 0, 0};
  size_t i;
  for (i = 0; i < step->count; i++) {
    const char* word = step->items[i];
    add(&command, strcmp(word, "place-of-source.c") == 0   ? source->path
                  : strcmp(word, "place-of-object.o") == 0 ? source->object
                                                           : word);
  }
  return start_at(&command, own, end, own == 0 ? "/dev/null" : source->said);
}

/* The largest that isn't started, which will take longest. */
static struct source* next_source(struct source* sources, size_t count) {
  struct source* next = NULL;
  size_t i;
  for (i = 0; i < count; i++)
    if (sources[i].compiler == 0 && (next == NULL || sources[i].size > next->size)) next = &sources[i];
  return next;
}

/* Starts the assemblers as soon as the first of the compilers has something for its own: sooner they would
 * take time from the compilers, later they would begin when nobody else has anything to do. */
static void start_assemblers(struct source* sources, size_t count, const struct direct_way* way) {
  struct pollfd* pipes = grown(NULL, count * sizeof *pipes);
  int ready;
  size_t i;
  for (i = 0; i < count; i++) {
    pipes[i].fd = sources[i].assembly;
    pipes[i].events = POLLIN;
    pipes[i].revents = 0;
  }
  while (poll(pipes, count, -1) < 0)
    if (errno != EINTR) break;
  /* Those that will wait come first: one that has something to do may keep us from going on. */
  for (ready = 0; ready <= 1; ready++) {
    for (i = 0; i < count; i++) {
      if ((pipes[i].revents != 0) != ready) continue;
      sources[i].assembler = start_step(&sources[i], &way->assembler, 0, sources[i].assembly);
      close(sources[i].assembly);
    }
  }
}

/* Compiles all sources of a call to `objects`: 0, 1, or REFUSED. What was said of each is in a file. */
static int compile_sources(const struct call* call, const struct words* options, struct words* objects) {
  struct source* sources = grown(NULL, (size_t)call->sources * sizeof *sources);
  struct direct_way way = {NULL, {NULL, 0, 0}, {NULL, 0, 0}};
  const int direct = has_direct_way(call, options, &way);
  struct source* source;
  struct stat status;
  int result = 0;
  size_t count = 0;
  size_t i;
  for (i = 0; i < call->words.count; i++) {
    const char* word = call->words.items[i];
    if (takes_value(word)) {
      i++;
    } else if (is_source(word) && word != call->unity) {
      source = &sources[count];
      source->path = word;
      source->object = object_path((int)count, "o");
      source->said = object_path((int)count, "words");
      source->size = stat(word, &status) == 0 ? status.st_size : 0;
      source->compiler = 0;
      add(objects, source->object);
      count++;
    }
  }
  if (way.memory != NULL) setenv("LD_PRELOAD", way.memory, 1);
  while ((source = next_source(sources, count)) != NULL) {
    int ends[2];
    if (!direct) {
      source->compiler = compile_one(call, options, source->path, source->object, source->said);
      continue;
    }
    if (pipe2(ends, O_CLOEXEC) != 0) fail("No pipe to the assembler can be had: %s", strerror(errno));
    source->compiler = start_step(source, &way.compiler, 1, ends[1]);
    source->assembly = ends[0];
    close(ends[1]);
  }
  if (way.memory != NULL) unsetenv("LD_PRELOAD");
  if (direct) start_assemblers(sources, count, &way);
  for (i = 0; i < count; i++) {
    int code = wait_for(sources[i].compiler);
    if (direct && (wait_for(sources[i].assembler) != 0 || code > 1)) {
      /* Whatever that was, the driver has words for it. */
      source = &sources[i];
      code = wait_for(compile_one(call, options, source->path, source->object, source->said));
    }
    if (result != REFUSED && code != 0) result = code == REFUSED ? REFUSED : 1;
  }
  return result;
}

#endif
