#pragma once

namespace dice {

double chance(int sides);
int roll();

}  // namespace dice
