#ifndef LIFT_H
#define LIFT_H

int floor_of(int button);
static void test_ground(void) __attribute__((naked, section("lift")));
static void test_first(void) __attribute__((naked, section("lift")));
static void test_roof(void) __attribute__((naked, section("lift")));
static void test_cellar(void) __attribute__((naked, section("lift")));

#endif
