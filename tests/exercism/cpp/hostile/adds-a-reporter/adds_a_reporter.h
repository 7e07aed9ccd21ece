#pragma once

namespace lift {

int floor_of(int button);

}  // namespace lift
