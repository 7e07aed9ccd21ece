// What `proctor warm` prepared once, for all runs to share.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "config/config.hpp"
#include "framework/definition.hpp"

namespace proctor::framework {

/// Where it is for all frameworks: as the configuration says, else $PROCTOR_PREPARED, else
/// /opt/proctor/prepared if that is there, else in the user's cache directory.
std::filesystem::path prepared_root(const Config& config);

/// What is there for one framework. What was prepared by another proctor, or by another folder of its name,
/// may lack what runs count on, and isn't used.
struct Prepared {
  std::filesystem::path
      directory{};      ///< empty: nothing was prepared, or not to the end, or nothing to be used
  std::string stale{};  ///< that something is there and isn't used, and what to do; empty: no
};
Prepared find_prepared(const Config& config, const Definition& definition);

/// Says that a directory is whole, and prepared by the folder of this digest (folder_digest()).
Result<void> stamp_prepared(const std::filesystem::path& directory, const std::string& digest);
/// From here on it isn't: to be called before anything is taken from it.
void remove_stamp(const std::filesystem::path& directory);

}  // namespace proctor::framework
