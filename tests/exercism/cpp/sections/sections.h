#pragma once

namespace nums {

int half(int n);

}  // namespace nums
