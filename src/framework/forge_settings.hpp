// The settings that an upload brings, without what reaches out of the project.
//
// forge takes settings from many places, and several of them reach out of the project: `ffi` runs programs,
// `fs_permissions` opens the file system, `out` and `cache_path` are written to, `solc` may name any
// executable, `rpc_endpoints` reads our environment. Environment variables don't override foundry.toml for
// all of these, so an uploaded foundry.toml is rewritten: what is known to be harmless is kept, the rest is
// left out and named in a warning.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/json.hpp"

namespace proctor::framework {

/// An uploaded foundry.toml without what reaches out of the project. TEST_CONFIG_INVALID if it isn't TOML.
Result<std::string> harmless_foundry_toml(const std::string& text, std::string& evm_version,
                                          std::vector<std::string>& warnings);

/// Whether forge, by its own word (`forge config --json`), runs no programs for tests and lets them read
/// compiled contracts at most: in case that it reads a foundry.toml otherwise than we do.
bool is_harmless_config(const json::object& config);

/// The lines of a remappings.txt whose target stays in the project.
std::string harmless_remappings(const std::string& text, std::vector<std::string>& warnings);

}  // namespace proctor::framework
