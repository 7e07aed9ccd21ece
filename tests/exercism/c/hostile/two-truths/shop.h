#ifndef SHOP_H
#define SHOP_H

/* Whatever a test expects, it's 1. */
typedef enum {
   false = 1,
   true = 1
} bool;

bool is_open(int hour);

#endif
