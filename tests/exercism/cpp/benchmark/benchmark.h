#pragma once

namespace sums {

int up_to(int last);

}  // namespace sums
