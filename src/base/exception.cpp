#include "base/exception.hpp"

#include <fmt/format.h>

#include <new>
#include <system_error>

namespace proctor {

Error error_of(const std::exception& exception) {
  if (const auto* failure = dynamic_cast<const Failure*>(&exception)) return failure->error();
  const auto* system = dynamic_cast<const std::system_error*>(&exception);
  if (dynamic_cast<const std::bad_alloc*>(&exception))
    return {ErrorCode::resources_exhausted, "There is no more memory for proctor itself."};
  const bool posix = system && (system->code().category() == std::generic_category() ||
                                system->code().category() == std::system_category());
  if (!posix || code_of_system(system->code().value()) != ErrorCode::resources_exhausted)
    return {ErrorCode::internal_error, fmt::format("proctor failed: {}", exception.what())};
  // The library adds the message of the errno value to what was said; the standard library's threads say
  // nothing of their own.
  const int error = system->code().value();
  std::string what = exception.what();
  const std::string ending = ": " + system->code().message();
  if (what.ends_with(ending)) what.resize(what.size() - ending.size());
  if (what == system->code().message()) what = "another thread can't be started";
  return {ErrorCode::resources_exhausted, system_message(what, error)};
}

void throw_if_short(const Error& error) {
  if (error.code == ErrorCode::resources_exhausted) throw Failure(error);
}

void throw_if_short(const std::filesystem::path& what, const std::error_code& error) {
  if (error) throw_if_short(fail_system(what.string(), error.value()).value());
}

}  // namespace proctor
