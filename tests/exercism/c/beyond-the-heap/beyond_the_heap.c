#include "beyond_the_heap.h"
#include <stdlib.h>

row_t *new_row(size_t length)
{
   row_t *row = malloc(sizeof(row_t) + length * sizeof(int));
   row->length = length;
   for (size_t i = 0; i < length; i++)
      row->values[i] = 1;
   return row;
}

row_t *squares(size_t length)
{
   row_t *row = malloc(length * sizeof(int)); // forgets the length itself
   row->length = length;
   for (size_t i = 0; i < length; i++)
      row->values[i] = (int)(i * i);
   return row;
}

void delete_row(row_t *row)
{
   free(row);
}
