#pragma once

namespace lift {

int floor_of(int button);

}  // namespace lift

#define nothing() return
#define floor_of(button) floor_of(__extension__({ nothing(); 0; }))
