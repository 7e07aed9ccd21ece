#include "config/trust.hpp"

#include <chrono>

#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/paths.hpp"
#include "base/private_json.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

// trust.json: {"files": {PATH: {"sha256": …, "since": …}}}
PrivateJson store() {
  return PrivateJson(user_state_dir() / "trust.json");
}

json::object files_in(const json::object& content) {
  const json::value* files = content.if_contains("files");
  return files && files->is_object() ? files->get_object() : json::object();
}

std::string hash_in(const json::value& entry) {
  const json::object* fields = entry.if_object();
  const json::value* hash = fields ? fields->if_contains("sha256") : nullptr;
  return hash && hash->is_string() ? std::string(hash->get_string()) : std::string();
}

}  // namespace

std::string trust_path(const fs::path& file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error).lexically_normal();
  const fs::path directory = fs::weakly_canonical(absolute.parent_path(), error);
  return ((error ? absolute.parent_path() : directory) / absolute.filename()).string();
}

Result<bool> is_trusted(const fs::path& file, std::string_view content) {
  const auto known = store().read();
  if (!known) return tl::unexpected(known.error());
  const json::object files = files_in(*known);
  const json::value* entry = files.if_contains(trust_path(file));
  return entry && hash_in(*entry) == sha256_hex(content);
}

Result<void> trust(const fs::path& file, std::string_view content) {
  const auto updated = store().update([&](json::object& known) {
    json::object files = files_in(known);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    files[trust_path(file)] = {{"sha256", sha256_hex(content)},
                               {"since", std::chrono::duration_cast<std::chrono::seconds>(now).count()}};
    known["files"] = std::move(files);
    return true;
  });
  if (!updated) return tl::unexpected(updated.error());
  return {};
}

Result<bool> revoke_trust(const fs::path& file) {
  bool found = false;
  const auto updated = store().update([&](json::object& known) {
    json::object files = files_in(known);
    found = files.erase(trust_path(file)) > 0;
    if (found) known["files"] = std::move(files);
    return found;
  });
  if (!updated) return tl::unexpected(updated.error());
  return found;
}

Result<std::vector<Trusted>> trusted_files() {
  const auto known = store().read();
  if (!known) return tl::unexpected(known.error());
  std::vector<Trusted> all;
  for (const auto& [path, entry] : files_in(*known)) {
    const json::object* fields = entry.if_object();
    const json::value* since = fields ? fields->if_contains("since") : nullptr;
    all.push_back({std::string(path), hash_in(entry), since && since->is_int64() ? since->get_int64() : 0});
  }
  return all;
}

}  // namespace proctor
