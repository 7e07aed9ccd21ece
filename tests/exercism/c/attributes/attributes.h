#ifndef ATTRIBUTES_H
#define ATTRIBUTES_H

typedef enum { ok, error, section, naked } status_t;
struct __attribute__((packed)) point { int x, error; };
__attribute__((noinline)) int floor_of(int button) __attribute__((pure, warn_unused_result));
__attribute__((noreturn)) void die(const char *message, int section);
void log_it(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic pop
#endif
