#include "base/exception.hpp"

#include <fmt/format.h>

#include <new>
#include <system_error>

namespace proctor {

Error error_of(const std::exception& exception) {
  const auto* system = dynamic_cast<const std::system_error*>(&exception);
  if (dynamic_cast<const std::bad_alloc*>(&exception))
    return {ErrorCode::resources_exhausted, "There is no more memory for proctor itself."};
  if (system == nullptr || system->code() != std::errc::resource_unavailable_try_again) {
    const bool posix = system && (system->code().category() == std::generic_category() ||
                                  system->code().category() == std::system_category());
    return {posix ? code_of_system(system->code().value()) : ErrorCode::internal_error,
            fmt::format("proctor failed: {}", exception.what())};
  }
  return {ErrorCode::resources_exhausted,
          fmt::format("Another thread can't be started: this user or its cgroup has as many processes and "
                      "threads as are allowed ({}).",
                      exception.what())};
}

}  // namespace proctor
