// `proctor doctor`: what was found on this machine, what is missing and how to get it.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "cli/options.hpp"
#include "config/config.hpp"

namespace proctor::cli {

struct Finding {
  std::string name;
  enum class State { found, limited, missing } state = State::missing;
  std::string what;  ///< path, version or kind
  std::string hint;  ///< how to get it; empty if nothing is to be done
};

std::vector<Finding> examine(const Config& config);

/// {ok, data{findings[], config_files[], warnings[]?}}: ok if nothing that a run needs is missing.
json::object doctor_json(const std::vector<Finding>& findings, const Config& config);

int run_doctor(const CommonOptions& common);

}  // namespace proctor::cli
