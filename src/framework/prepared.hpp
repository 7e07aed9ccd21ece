// What `proctor warm` prepared once, for all runs to share.
#pragma once

#include <filesystem>
#include <string>

#include "config/config.hpp"

namespace proctor::framework {

/// Where it is for all frameworks: as the configuration says, else $PROCTOR_PREPARED, else
/// /opt/proctor/prepared if that is there, else in the user's cache directory.
std::filesystem::path prepared_root(const Config& config);

/// For one framework; empty if nothing was prepared, or not to the end.
std::filesystem::path prepared_directory(const Config& config, const std::string& framework);

/// Stands in a prepared directory once it is whole.
inline constexpr const char* kPreparedMark = ".prepared";

}  // namespace proctor::framework
