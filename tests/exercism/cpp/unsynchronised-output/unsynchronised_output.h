#pragma once

namespace steps {

int next(int step);

}  // namespace steps
