#include "warning_is_an_error.h"

namespace leap {

bool is_leap_year(int year) {
    int unused = 4;
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

}  // namespace leap
