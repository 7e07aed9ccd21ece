// `proctor test`.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "request/request.hpp"

namespace proctor::cli {

int run_test(const TestOptions& options, const CommonOptions& common);

/// The request from `--request` and the command line; what stands on the command line wins. `document` is the
/// text of the request file, if there is one. Not checked yet.
Result<Request> request_from(const TestOptions& options, const std::string* document,
                             const UploadLimits& limits);

/// The words of a command line that stands for the same request without filters.
std::vector<std::string> called_as(const TestOptions& options, const CommonOptions& common,
                                   const Request& request);

}  // namespace proctor::cli
