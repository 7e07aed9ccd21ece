// Makes a Foundry project out of uploaded files, one that can do nothing but compile and run tests.
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
#include "framework/forge_tools.hpp"
#include "workspace/workspace.hpp"

namespace proctor::framework {

/// The EVM version of uploads when neither the request nor an uploaded foundry.toml nor [forge] evm_version
/// of the configuration names one.
inline constexpr const char* kDefaultEvmVersion = "shanghai";

struct PreparedUpload {
  std::string evm_version;            ///< what an uploaded foundry.toml says; empty if nothing
  std::vector<std::string> warnings;  ///< what was left out, and why
  std::string settings;  ///< foundry.toml and remappings as they stand now, and the libraries: for keys
};

/// Takes out what must not be uploaded (.git, .env, out/, cache/ …), refuses sources whose comments hold
/// harmful settings, links the libraries in under lib/, and writes foundry.toml and remappings.txt.
/// `evm_version` is for a generated foundry.toml.
Result<PreparedUpload> prepare_forge_upload(const Workspace& workspace, const ForgeTools& tools,
                                            const std::string& evm_version);

/// An uploaded foundry.toml without what reaches out of the project. TEST_CONFIG_INVALID if it isn't TOML.
Result<std::string> harmless_foundry_toml(const std::string& text, std::string& evm_version,
                                          std::vector<std::string>& warnings);

/// Whether forge, by its own word (`forge config --json`), runs no programs for tests and lets them read
/// compiled contracts at most: in case that it reads a foundry.toml otherwise than we do.
bool is_harmless_config(const json::object& config);

/// The lines of a remappings.txt whose target stays in the project.
std::string harmless_remappings(const std::string& text, std::vector<std::string>& warnings);

}  // namespace proctor::framework
