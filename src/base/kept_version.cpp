#include "base/kept_version.hpp"

#include <fmt/format.h>

namespace proctor {

Result<void> check_kept_version(const json::object& object, const std::filesystem::path& file) {
  const json::value* version = object.if_contains("version");
  if (version == nullptr) return {};
  const std::int64_t* number = version->if_int64();
  if (number != nullptr && *number >= 1 && *number <= kKeptVersion) return {};
  return fail(
      ErrorCode::internal_error,
      fmt::format("{} has version {}, and this proctor knows versions 1 to {}: it doesn't use the file "
                  "and leaves it as it is. Use the newer proctor that wrote it, or move the file away",
                  file.string(), to_json_line(*version), kKeptVersion));
}

}  // namespace proctor
