#include "missing_function.h"

namespace leap {

// to be done

}  // namespace leap
