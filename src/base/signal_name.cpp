#include "base/signal_name.hpp"

#include <fmt/format.h>

#include <cstring>

namespace proctor {

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

}  // namespace proctor
