#ifndef RUNNING_ORDER_H
#define RUNNING_ORDER_H

int twice(int n);

#endif
