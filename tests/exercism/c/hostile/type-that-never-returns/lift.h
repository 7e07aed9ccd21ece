#ifndef LIFT_H
#define LIFT_H
typedef int leaving_t(int) __attribute__((noreturn));
leaving_t floor_of;
#endif
