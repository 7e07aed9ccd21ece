#include "base/error.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace proctor {
namespace {

using enum ErrorCode;

constexpr std::array kTable{
    ErrorInfo{test_forge_failed, "TEST_FORGE_FAILED", true, 3,
              "forge itself failed: it was killed, crashed, or lacked the network"},
    ErrorInfo{test_tool_failed, "TEST_TOOL_FAILED", false, 3,
              "another tool that runs tests failed itself: it was killed, crashed, or ended before the first "
              "test; the message holds what it printed last"},
    ErrorInfo{test_assertion_failed, "TEST_ASSERTION_FAILED", false, 1,
              "tests ran and some failed; partial `data` is attached, `details` holds {failed, passed}"},
    ErrorInfo{test_compile_failed, "TEST_COMPILE_FAILED", false, 3,
              "the sources don't compile; the diagnostics are in `details`"},
    ErrorInfo{test_none_ran, "TEST_NONE_RAN", false, 3,
              "no test was found, nothing matched the filter, or none ran"},
    ErrorInfo{
        test_inconsistent, "TEST_INCONSISTENT", false, 3,
        "the report and the exit code disagree, tests are missing or have no proper result (their setup "
        "failed, say), or the run failed though its tests did not"},
    ErrorInfo{test_incomplete, "TEST_INCOMPLETE", false, 3,
              "a part of the project's tests passed, and the others weren't run; the message says how to run "
              "them"},
    ErrorInfo{test_config_invalid, "TEST_CONFIG_INVALID", false, 3,
              "the project's settings for its tests (foundry.toml, …), a filter or the EVM version are bad"},
    ErrorInfo{test_timeout, "TEST_TIMEOUT", true, 4, "the time limit struck; partial `data` is attached"},
    ErrorInfo{test_cancelled, "TEST_CANCELLED", true, 130,
              "the run was cancelled; partial `data` is attached"},
    ErrorInfo{test_limit_exceeded, "TEST_LIMIT_EXCEEDED", false, 4,
              "a limit other than time struck (CPU time, memory, processes, disk, output); partial `data` is "
              "attached"},
    ErrorInfo{sandbox_unavailable, "SANDBOX_UNAVAILABLE", false, 3,
              "the sandbox that this run needs can't be had on this machine, so nothing was run; the message "
              "says why and what to do"},
    ErrorInfo{
        resources_exhausted, "RESOURCES_EXHAUSTED", true, 3,
        "nothing is left on this machine, or for this user, of what proctor and the tests need (space on a "
        "disk, open files, processes, memory, namespaces); the message says of what"},
    ErrorInfo{
        tool_not_found, "TOOL_NOT_FOUND", false, 3,
        "a tool that the run needs isn't there; the message says where proctor looked and how to get it"},
    ErrorInfo{invalid_request, "INVALID_REQUEST", false, 2,
              "the request is wrong; the message names the field and says why"},
    ErrorInfo{
        command_failed, "COMMAND_FAILED", false, 1,
        "the command ended with another exit code than 0, or by a signal; `data` holds what it printed"},
    ErrorInfo{approval_required, "APPROVAL_REQUIRED", true, 2,
              "a person has to allow this call first; `details` holds the id and the line to type"},
    ErrorInfo{approval_denied, "APPROVAL_DENIED", false, 2,
              "a person or the configuration said no; nothing was run"},
    ErrorInfo{tool_disabled, "TOOL_DISABLED", false, 2,
              "the configuration doesn't let tools run anything; nothing was run"},
    ErrorInfo{tool_unknown, "TOOL_UNKNOWN", false, 2,
              "there is no tool of that name; `details` holds those that there are"},
    ErrorInfo{internal_error, "INTERNAL_ERROR", false, 3, "proctor's own fault"},
};

std::string number_of(rlim_t limit) {
  return limit == RLIM_INFINITY ? "any number of" : std::to_string(limit);
}

// What has run short, and what to do about it.
std::string advice(int error_number) {
  rlimit limit{};
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "; make room on that disk";
    case EFBIG:
      getrlimit(RLIMIT_FSIZE, &limit);
      return fmt::format(
          "; proctor may write {} bytes to a file (RLIMIT_FSIZE); raise it: ulimit -f unlimited",
          number_of(limit.rlim_cur));
    case EMFILE:
      getrlimit(RLIMIT_NOFILE, &limit);
      return fmt::format("; proctor may open {} files at once (RLIMIT_NOFILE); raise it: ulimit -n {}",
                         number_of(limit.rlim_cur), limit.rlim_cur < 256 ? 256 : 4 * limit.rlim_cur);
    case ENFILE:
      return "; all programs together have as many files open as this machine allows (fs.file-max): end some";
    case EAGAIN:
      getrlimit(RLIMIT_NPROC, &limit);
      return fmt::format(
          "; this user may have {} processes and threads at once (RLIMIT_NPROC), and a cgroup or container "
          "may "
          "allow less (pids.max); end some, or raise the limit: ulimit -u",
          number_of(limit.rlim_cur));
    case ENOMEM:
      return "; there is no more memory: end some programs, or allow this one more";
    default:
      return {};
  }
}

}  // namespace

std::span<const ErrorInfo> error_table() {
  return kTable;
}

const ErrorInfo& info(ErrorCode code) {
  for (const ErrorInfo& entry : kTable) {
    if (entry.code == code) return entry;
  }
  return kTable.back();
}

tl::unexpected<Error> fail(ErrorCode code, std::string message, boost::json::object details) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(details)});
}

std::string system_message(std::string_view what, int error_number) {
  return fmt::format("{}: {}{}", what, std::generic_category().message(error_number), advice(error_number));
}

ErrorCode code_of_system(int error_number, ErrorCode otherwise) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EMFILE:
    case ENFILE:
    case EAGAIN:
    case ENOMEM:
      return resources_exhausted;
    default:
      return otherwise;
  }
}

tl::unexpected<Error> fail_system(std::string_view what, int error_number, ErrorCode otherwise) {
  return fail(code_of_system(error_number, otherwise), system_message(what, error_number));
}

}  // namespace proctor
