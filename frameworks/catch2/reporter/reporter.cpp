// The reporter, but for filters, compiled as one: a solution that is linked with it could otherwise declare
// the functions by which it tells of tests, and call them.
#include "keeper.cpp"
#include "progress.cpp"

#include "catch_reporter.cpp"
