// Which files of projects the user trusts: a path and the hash of the content that was trusted. Another
// content or another path isn't trusted.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace proctor {

struct Trusted {
  std::string path;
  std::string sha256;      ///< of the content
  std::int64_t since = 0;  ///< seconds since 1970
};

/// The name under which a file is trusted: its directory without symbolic links, then its own name. The file
/// itself may be a link: what is trusted is the content that is read here, not where it lies.
std::string trust_path(const std::filesystem::path& file);

/// Whether this content of this file is trusted. An error if what is remembered can't be believed.
Result<bool> is_trusted(const std::filesystem::path& file, std::string_view content);

/// From now on, this content of this file is trusted, instead of what was before.
Result<void> trust(const std::filesystem::path& file, std::string_view content);

/// False if the file wasn't trusted.
Result<bool> revoke_trust(const std::filesystem::path& file);

Result<std::vector<Trusted>> trusted_files();

}  // namespace proctor
