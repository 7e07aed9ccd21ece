// Exceptions that nobody expected, in words for whoever called.
#pragma once

#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.hpp"

namespace proctor {

Error error_of(const std::exception& exception);

/// An Error on its way through code that returns none; error_of() gives it back.
class Failure : public std::exception {
 public:
  explicit Failure(Error error) : error_(std::move(error)) {}
  const Error& error() const { return error_; }
  const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

/// For code to which every other failure means "it isn't there": if something has run short, nobody knows
/// whether it's there, and so that is thrown (Failure with RESOURCES_EXHAUSTED).
void throw_if_short(const Error& error);
void throw_if_short(const std::filesystem::path& what, const std::error_code& error);

}  // namespace proctor
