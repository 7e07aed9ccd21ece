// Exceptions that nobody expected, in words for whoever called.
#pragma once

#include <exception>

#include "base/error.hpp"

namespace proctor {

Error error_of(const std::exception& exception);

}  // namespace proctor
