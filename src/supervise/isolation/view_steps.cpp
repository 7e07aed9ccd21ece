#include "supervise/isolation/view_steps.hpp"

#include <fmt/format.h>

#include <set>

namespace proctor::supervise {

void ViewSteps::add(InitStep kind, std::string_view path) {
  begins_.push_back(text_.size());
  text_.push_back(static_cast<char>(kind));
  text_.append(path).push_back('\0');
}

void ViewSteps::add(InitStep kind, std::string_view path, std::string_view more) {
  add(kind, path);
  text_.append(more).push_back('\0');
}

std::vector<std::string> ViewSteps::tops() const {
  std::set<std::string> found;
  for (const std::size_t begin : begins_) {
    std::string_view path = text_.c_str() + begin + 1;
    switch (text_[begin]) {
      case INIT_COPY:
        path = path.data() + path.size() + 1;
        break;
      case INIT_SYSTEM:
      case INIT_READABLE:
      case INIT_WRITABLE:
      case INIT_DEVICES:
      case INIT_PROC:  // the kernel mounts a new one only where another can be seen
        break;
      default:
        continue;
    }
    found.emplace(path.substr(0, path.find('/', 1)));
  }
  return {found.begin(), found.end()};
}

std::string ViewSteps::failure(std::uint32_t step) const {
  if (step == 0 || step > count()) return "Can't make the view";
  const std::size_t begin = begins_[step - 1];
  const std::string_view path = text_.c_str() + begin + 1;
  switch (text_[begin]) {
    case INIT_SYSTEM:
    case INIT_READABLE:
    case INIT_WRITABLE:
      return fmt::format("Can't bind {}", path);
    case INIT_MEMORY:
      return fmt::format("Can't mount tmpfs on {}", path);
    case INIT_PROC:
      return fmt::format("Can't mount proc on {}", path);
    default:
      return fmt::format("Can't make {}", path);
  }
}

}  // namespace proctor::supervise
