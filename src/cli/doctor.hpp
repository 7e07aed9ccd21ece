// `proctor doctor`: what was found on this machine, what is missing and how to get it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "cli/options.hpp"
#include "config/config.hpp"
#include "framework/definition.hpp"

namespace proctor::cli {

struct Finding {
  std::string name;
  enum class State { found, limited, missing } state = State::missing;
  std::string what;  ///< path, version or kind
  std::string hint;  ///< how to get it; empty if nothing is to be done
};

std::vector<Finding> examine(const Config& config);

/// A line for each framework and each track. What isn't there is `missing` only if the project that
/// `directory` lies in needs it, and so it becomes in `findings`, too.
void examine_frameworks(const Config& config, const std::vector<framework::Definition>& definitions,
                        const std::filesystem::path& directory, std::vector<Finding>& findings);

/// {ok, data{findings[], config_files[], warnings[]?}}: ok if nothing that a run needs is missing.
json::object doctor_json(const std::vector<Finding>& findings, const Config& config);

int run_doctor(const CommonOptions& common);

}  // namespace proctor::cli
