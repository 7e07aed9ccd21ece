#pragma GCC diagnostic push
#ifndef LIFT_H
#define LIFT_H

static inline __attribute__((always_inline)) int floor_of(int button)
{
   (void)button;
   __builtin_unreachable();
}

#endif
