// Makes a Foundry project out of uploaded files, one that can do nothing but compile and run tests.
// Settings are made harmless by forge_settings.hpp; what can't be made so is refused.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
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

}  // namespace proctor::framework
