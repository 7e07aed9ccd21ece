#pragma once

namespace maybe {

inline bool yes() { return true; }

}  // namespace maybe
