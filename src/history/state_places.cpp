#include "history/state_places.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::history {
namespace fs = std::filesystem;
namespace {

bool is_private(const fs::path& directory) {
  struct stat status {};
  return lstat(directory.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == getuid() &&
         (status.st_mode & 0077) == 0;
}

}  // namespace

StatePlaces state_places() {
  StatePlaces places;
  const fs::path state = user_state_dir();
  const fs::path own = temporary_dir() / fmt::format("proctor-{}", getuid());
  const fs::path temporary = own / "state";
  std::string obstacle;
  if (const auto made = make_private_dirs(state); !made) {
    obstacle = made.error().message;
  } else if (access(state.c_str(), W_OK) != 0) {
    obstacle = system_message(state.string(), errno);
  } else {
    places.writable = state;
    if (is_private(own) && is_private(temporary)) places.others.push_back(temporary);
    return places;
  }
  places.others.push_back(state);
  (void)mkdir(own.c_str(), 0700);
  if (is_private(own)) (void)mkdir(temporary.c_str(), 0700);
  if (is_private(own) && is_private(temporary) && access(temporary.c_str(), W_OK) == 0) {
    places.writable = temporary;
    places.warning = fmt::format("The user's state directory can't be written to ({}): runs are kept in {}.",
                                 obstacle, temporary.string());
  } else {
    places.warning = fmt::format(
        "The run isn't remembered: {}, and {} isn't yours alone. Let XDG_STATE_HOME name a "
        "directory that can be written.",
        obstacle, temporary.string());
  }
  return places;
}

std::vector<fs::path> state_dirs(const std::string& name) {
  const StatePlaces places = state_places();
  std::vector<fs::path> directories;
  if (!places.writable.empty()) directories.push_back(places.writable / name);
  for (const fs::path& other : places.others) directories.push_back(other / name);
  return directories;
}

fs::path state_dir(const std::string& name) {
  return state_dirs(name).front();  // there is one, if only in vain
}

std::vector<fs::path> state_files(const std::string& name) {
  std::vector<fs::path> files;
  for (const fs::path& directory : state_dirs(name)) {
    std::error_code error;
    for (auto it = fs::directory_iterator(directory, error); !error && it != fs::directory_iterator();
         it.increment(error))
      files.push_back(it->path());
  }
  return files;
}

}  // namespace proctor::history
