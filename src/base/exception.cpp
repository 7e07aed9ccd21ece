#include "base/exception.hpp"

#include <fmt/format.h>

#include <system_error>

namespace proctor {

Error error_of(const std::exception& exception) {
  const auto* system = dynamic_cast<const std::system_error*>(&exception);
  if (system == nullptr || system->code() != std::errc::resource_unavailable_try_again)
    return {ErrorCode::internal_error, fmt::format("proctor failed: {}", exception.what())};
  return {ErrorCode::internal_error,
          fmt::format("Another thread can't be started: this user or its cgroup has as many processes and "
                      "threads as are allowed ({}).",
                      exception.what())};
}

}  // namespace proctor
