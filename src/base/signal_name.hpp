// Signals as people call them.
#pragma once

#include <string>

namespace proctor {

/// "SIGSEGV"; "signal 34" for one without a name.
std::string signal_name(int signal);

}  // namespace proctor
