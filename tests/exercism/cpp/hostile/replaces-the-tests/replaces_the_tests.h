#pragma once

namespace lift {

int floor_of(char button);

}  // namespace lift
