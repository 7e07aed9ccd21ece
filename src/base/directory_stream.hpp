// The stream of a directory's entries with an owner.
#pragma once

#include <dirent.h>

#include <memory>

namespace proctor {

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};
using DirectoryStream = std::unique_ptr<DIR, CloseDirectory>;

}  // namespace proctor
