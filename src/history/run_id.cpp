#include "history/run_id.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace proctor::history {

constexpr std::size_t kTail = 8;

bool could_be_run_id(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         text.find_first_not_of("0123456789abcdef-") == std::string_view::npos;
}

std::string tail_of(std::string_view id) {
  return std::string(id.substr(id.rfind('-') + 1));
}

bool is_meant(std::string_view id, std::string_view asked) {
  return !asked.empty() && (id.starts_with(asked) || tail_of(id).starts_with(asked));
}

Result<std::filesystem::path> find_file_of(const std::vector<std::filesystem::path>& files,
                                           const std::string& asked, std::string missing) {
  const auto refuse = [](std::string message) {
    return fail(ErrorCode::invalid_request, std::move(message), {{"field", "run"}});
  };
  if (!could_be_run_id(asked)) return refuse("That is no run's id; they look like 20260131-235959-0a1b2c3d.");
  std::vector<std::filesystem::path> meant;
  for (const std::filesystem::path& file : files) {
    const std::string id = file.stem().string();
    if (id == asked) return file;
    if (is_meant(id, asked)) meant.push_back(file);
  }
  if (meant.empty()) return refuse(std::move(missing));
  if (meant.size() == 1) return meant.front();
  return refuse(fmt::format("{} means several runs ({}, {}{}): write more of the id", asked,
                            meant[0].stem().string(), meant[1].stem().string(),
                            meant.size() > 2 ? ", …" : ""));
}

ShortIds::ShortIds(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) tails_.push_back(tail_of(id));
  std::sort(tails_.begin(), tails_.end());
}

std::string ShortIds::of(std::string_view id) const {
  std::string tail = tail_of(id);
  for (std::size_t length = kShortestTail; length < kTail; ++length) {
    const std::string_view beginning = std::string_view(tail).substr(0, length);
    auto next = std::lower_bound(tails_.begin(), tails_.end(), beginning);
    const auto others = [&] { return next != tails_.end() && next->starts_with(beginning); };
    std::size_t found = 0;
    for (; others() && found < 2; ++next) ++found;
    if (found < 2) return std::string(beginning);
  }
  return tail;
}

}  // namespace proctor::history
