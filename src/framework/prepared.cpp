#include "framework/prepared.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "framework/folder.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

// Stands in a prepared directory once it is whole.
constexpr const char* kPreparedStamp = ".prepared";
constexpr std::uint64_t kLargestStamp = 1024;

}  // namespace

fs::path prepared_root(const Config& config) {
  if (!config.frameworks.prepared.empty()) return config.frameworks.prepared;
  if (const char* place = std::getenv("PROCTOR_PREPARED"); place != nullptr && *place == '/') return place;
  std::error_code error;
  if (fs::is_directory("/opt/proctor/prepared", error)) return "/opt/proctor/prepared";
  return user_cache_dir() / "prepared";
}

Prepared find_prepared(const Config& config, const Definition& definition) {
  std::error_code error;
  const fs::path directory = prepared_root(config) / definition.name;
  if (!fs::exists(directory / kPreparedStamp, error)) return {};
  if (read_if_there(directory / kPreparedStamp, kLargestStamp).value_or("") ==
      folder_digest(definition) + '\n')
    return {fs::canonical(directory, error), {}};
  const std::string more = definition.folder.empty()
                               ? std::string()
                               : " --frameworks " + shell_quote(definition.folder.parent_path().string());
  return {{},
          fmt::format("{} was prepared by another proctor, or by another folder of {}, and isn't used, which "
                      "takes more time. Prepare it anew: proctor warm {}{}",
                      directory.string(), definition.name, definition.name, more)};
}

Result<void> stamp_prepared(const fs::path& directory, const std::string& digest) {
  return write_file(directory / kPreparedStamp, digest + '\n', 0644);
}

void remove_stamp(const fs::path& directory) {
  std::error_code error;
  fs::remove(directory / kPreparedStamp, error);
}

}  // namespace proctor::framework
