#ifndef TEST_ORDER_H
#define TEST_ORDER_H

int twice(int n);

#endif
