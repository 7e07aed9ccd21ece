#ifndef SET_UP_H
#define SET_UP_H

struct list;

struct list *list_create(void);
void list_push(struct list *list, int item);
int list_pop(struct list *list);
void list_destroy(struct list *list);

#endif
