#include "workspace/workspace.hpp"

#include <unistd.h>

#include <cerrno>

#include "base/files.hpp"
#include "request/sources.hpp"
#include "workspace/copy_tree.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

Result<void> write_sources(const fs::path& root, const Sources& sources) {
  for (const auto& [path, content] : sources) {
    const auto normal = normal_source_path(path);
    if (!normal) return tl::unexpected(normal.error());
    const fs::path file = root / *normal;
    if (auto made = make_private_dirs(file.parent_path()); !made) return made;
    if (auto written = create_file(file, content); !written) return written;
  }
  return {};
}

}  // namespace

Result<Workspace> Workspace::in_place(const fs::path& root) {
  std::error_code error;
  fs::path real = fs::canonical(root, error);
  if (error) return invalid_field("project_root", system_message(root.string(), error.value()));
  if (!fs::is_directory(real, error))
    return invalid_field("project_root", root.string() + ": not a directory");
  if (access(real.c_str(), R_OK | X_OK) != 0)
    return invalid_field("project_root", system_message(root.string(), errno));
  Workspace workspace;
  workspace.root_ = std::move(real);
  return workspace;
}

Result<Workspace> Workspace::make_private(const char* name) {
  auto directory = PrivateDirectory::make();
  if (!directory) return tl::unexpected(directory.error());
  Workspace workspace;
  workspace.private_.emplace(std::move(*directory));
  workspace.root_ = workspace.private_->path() / name;
  for (const fs::path& folder : {workspace.root_, workspace.home(), workspace.tmp()}) {
    if (auto made = make_private_dirs(folder); !made) return tl::unexpected(made.error());
  }
  return workspace;
}

Result<Workspace> Workspace::from_copy(const fs::path& directory, const UploadLimits& limits) {
  auto workspace = make_private("solution");
  if (!workspace) return workspace;
  if (auto copied = copy_tree(directory, workspace->root_, limits); !copied)
    return tl::unexpected(copied.error());
  return workspace;
}

Result<Workspace> Workspace::from_sources(const Sources& sources) {
  auto workspace = make_private("project");
  if (!workspace) return workspace;
  if (auto written = write_sources(workspace->root_, sources); !written)
    return tl::unexpected(written.error());
  return workspace;
}

}  // namespace proctor
