#ifndef LIFT_H
#define LIFT_H
typedef void (*handler_t)(const char *) __attribute__((noreturn));
extern handler_t on_error;
void fail(const char *message) __attribute__((noreturn));
int floor_of(int button);
#endif
