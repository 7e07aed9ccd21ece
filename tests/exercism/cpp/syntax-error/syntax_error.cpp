#include "syntax_error.h"

namespace leap {

bool is_leap_year(int year) {
    return year % 4 == 0
}

}  // namespace leap
