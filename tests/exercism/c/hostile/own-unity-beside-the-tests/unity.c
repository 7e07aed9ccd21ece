#include "test-framework/unity.c"
