// Where forge, solc and the libraries for uploads are, and the environment that forge runs in.
//
// A box is a directory with what proctor's users need for Foundry without a network: bin/forge,
// svm/VERSION/solc-VERSION (the layout that forge looks for below XDG_DATA_HOME) and lib/NAME.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "config/config.hpp"
#include "framework/definition.hpp"
#include "workspace/workspace.hpp"

namespace proctor::framework {

struct ForgeTools {
  std::filesystem::path forge;              ///< empty if there is none
  std::filesystem::path box;                ///< empty if there is none
  std::filesystem::path solc;               ///< only if configured: for every project
  std::vector<std::filesystem::path> libs;  ///< directories, each a library that uploads may import
  std::vector<std::string> looked;          ///< where forge was looked for, in order
};

/// Looks in the configuration, PROCTOR_FORGE and PROCTOR_BOX, PATH, ~/.foundry/bin and the box.
ForgeTools find_forge_tools(const Config& config);

/// TOOL_NOT_FOUND with where it was looked for and how to get it.
Error forge_not_found(const ForgeTools& tools, const Definition& definition);

/// The whole environment of a forge process: ours for a project in place, a clean one for uploads.
std::vector<std::string> forge_environment(const ForgeTools& tools, const Definition& definition,
                                           const Workspace& workspace, const std::string& evm_version,
                                           const std::vector<std::string>& inherited);

/// What forge needs of the file system beside the project: itself, compilers, the libraries for uploads, and
/// what the box says that it needs (its file `needs`, a path a line).
std::vector<std::filesystem::path> toolchain(const ForgeTools& tools);

/// Where forge finds native compilers of the user's own (~/.svm or XDG_DATA_HOME/svm); empty if nowhere.
std::filesystem::path user_svm();

/// The compiler of the box to give a project in place, where forge itself would find none because the user's
/// own svm directory, which it prefers, lacks the `pinned` version (or has no compiler at all). Empty: leave
/// it to forge.
std::filesystem::path solc_of_box(const ForgeTools& tools, const std::string& pinned);

/// The versions in an svm directory (VERSION/solc-VERSION), oldest first.
std::vector<std::string> solc_versions(const std::filesystem::path& svm);

}  // namespace proctor::framework
