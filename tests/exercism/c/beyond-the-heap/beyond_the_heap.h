#ifndef BEYOND_THE_HEAP_H
#define BEYOND_THE_HEAP_H

#include <stddef.h>

typedef struct {
   size_t length;
   int values[];
} row_t;

row_t *new_row(size_t length);
row_t *squares(size_t length);
void delete_row(row_t *row);

#endif
