// Errors are values. Every failure that a caller may have to act on carries a code of this one table; the
// codes are stable, machines match on them, and docs/errors.md is made from the table.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace proctor {

enum class ErrorCode {
  test_forge_failed,
  test_tool_failed,
  test_assertion_failed,
  test_compile_failed,
  test_none_ran,
  test_inconsistent,
  test_incomplete,
  test_config_invalid,
  test_timeout,
  test_cancelled,
  test_limit_exceeded,
  sandbox_unavailable,
  resources_exhausted,
  tool_not_found,
  invalid_request,
  command_failed,
  approval_required,
  approval_denied,
  tool_disabled,
  tool_unknown,
  internal_error,
};

/// What a machine needs to know about a code, and a person.
struct ErrorInfo {
  ErrorCode code;
  std::string_view name;     ///< as it stands in answers, for example TEST_TIMEOUT
  bool retry;                ///< whether the same request may succeed when sent again
  int exit_code;             ///< of the command line
  std::string_view meaning;  ///< one sentence, for the documentation
};

/// All codes in the order of the documentation.
std::span<const ErrorInfo> error_table();

const ErrorInfo& info(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::internal_error;
  std::string message;  ///< what happened, to what, and what to do about it
  boost::json::object details{};
};

template <typename T>
using Result = tl::expected<T, Error>;

tl::unexpected<Error> fail(ErrorCode code, std::string message, boost::json::object details = {});

/// "PATH: No such file or directory", from an errno value; and if that says that something has run short,
/// which limit it is and how to raise it.
std::string system_message(std::string_view what, int error_number);

/// RESOURCES_EXHAUSTED if the errno value says that something has run short, else the other code.
ErrorCode code_of_system(int error_number, ErrorCode otherwise = ErrorCode::internal_error);

/// A system call has failed: the message of the errno value, with that code.
tl::unexpected<Error> fail_system(std::string_view what, int error_number,
                                  ErrorCode otherwise = ErrorCode::internal_error);

}  // namespace proctor
