#pragma once

namespace leftover {

int twice(int number);

}  // namespace leftover
