#pragma once

namespace lift {

[[noreturn]] int floor_of(char button);

}  // namespace lift
