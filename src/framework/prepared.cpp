#include "framework/prepared.hpp"

#include <cstdlib>

#include "base/paths.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;

fs::path prepared_root(const Config& config) {
  if (!config.frameworks.prepared.empty()) return config.frameworks.prepared;
  if (const char* place = std::getenv("PROCTOR_PREPARED"); place != nullptr && *place == '/') return place;
  std::error_code error;
  if (fs::is_directory("/opt/proctor/prepared", error)) return "/opt/proctor/prepared";
  return user_cache_dir() / "prepared";
}

fs::path prepared_directory(const Config& config, const std::string& framework) {
  std::error_code error;
  fs::path directory = prepared_root(config) / framework;
  if (!fs::exists(directory / kPreparedMark, error)) return {};
  return fs::canonical(directory, error);
}

}  // namespace proctor::framework
