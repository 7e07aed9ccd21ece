#ifndef TESTS_THAT_LEAVE_H
#define TESTS_THAT_LEAVE_H

int half(int number);

#endif
