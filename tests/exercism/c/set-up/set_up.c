#include "set_up.h"

#include <stdlib.h>

struct list {
   int size;
   int items[8];
};

struct list *list_create(void)
{
   return calloc(1, sizeof(struct list));
}

void list_push(struct list *list, int item)
{
   list->items[list->size++] = item;
}

int list_pop(struct list *list)
{
   return list->items[--list->size];
}

void list_destroy(struct list *list)
{
   free(list);
}
