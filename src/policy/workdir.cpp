#include "policy/workdir.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace proctor::policy {
namespace fs = std::filesystem;
namespace {

tl::unexpected<Error> bad(std::string message) {
  return fail(ErrorCode::invalid_request, std::move(message), {{"field", "workdir"}});
}

}  // namespace

bool lies_inside(const fs::path& path, const fs::path& directory) {
  // "/a/b/" ends with an empty name, which no path inside has at that place.
  const fs::path outer = directory.has_filename() ? directory : directory.parent_path();
  return !outer.empty() &&
         std::mismatch(outer.begin(), outer.end(), path.begin(), path.end()).first == outer.end();
}

Result<fs::path> resolve_workdir(const fs::path& workdir, const fs::path& project,
                                 const std::vector<fs::path>& roots) {
  if (workdir.native().find('\0') != std::string::npos) return bad("workdir holds a NUL byte: leave it out");
  std::error_code error;
  const fs::path home = fs::canonical(project.empty() ? fs::path(".") : project, error);
  if (error) return bad(fmt::format("the project {} can't be used: {}", project.string(), error.message()));
  const fs::path real = workdir.empty() ? home : fs::canonical(home / workdir, error);
  if (error) {
    return bad(fmt::format("workdir {} can't be used: {}; name a directory that exists", workdir.string(),
                           error.message()));
  }
  if (!fs::is_directory(real, error)) return bad(fmt::format("workdir {} isn't a directory", real.string()));
  std::string allowed = home.string();
  if (lies_inside(real, home)) return real;
  for (const fs::path& root : roots) {
    const fs::path real_root = fs::canonical(root, error);
    if (error) continue;  // a root that isn't there holds nothing
    if (lies_inside(real, real_root)) return real;
    allowed += ", " + real_root.string();
  }
  return bad(
      fmt::format("workdir {} lies outside of where tools may work ({}): choose one inside, or add it to "
                  "tools.roots in your own proctor.toml",
                  real.string(), allowed));
}

Result<void> check_unmoved(const fs::path& workdir) {
  std::error_code error;
  const fs::path now = fs::canonical(workdir, error);
  if (!error && now == workdir) return {};
  return bad(fmt::format("workdir {} was moved after the call had been looked at ({}): nothing was run",
                         workdir.string(), error ? error.message() : "it leads to " + now.string() + " now"));
}

}  // namespace proctor::policy
