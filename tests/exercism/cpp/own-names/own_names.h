#pragma once

namespace std {
}
using namespace std;

inline int count = 4;

namespace tally {

inline int twice() { return 2 * count; }

}  // namespace tally
