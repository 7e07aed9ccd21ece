#include "own_operators.h"
namespace ops {
Clock Clock::at(int h, int m) { Clock c; c.minutes_ = (((h * 60 + m) % 1440) + 1440) % 1440; return c; }
Clock::operator std::string() const { char b[32]; snprintf(b, sizeof b, "%02d:%02d", minutes_ / 60, minutes_ % 60); return b; }
}
extern "C" int c_function(int x) { return x; }
