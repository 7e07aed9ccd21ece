#include "watch/own_output.hpp"

#include <utility>

namespace proctor::watch {
namespace {

// So many runs in a row have to change a file: a person who saves one during two runs is still believed.
constexpr int kRunsInARow = 3;

}  // namespace

Paths OwnOutput::after_run(const Paths& changed, const std::function<bool(const std::string&)>& was_there) {
  Paths by_person;
  std::map<std::string, int> in_a_row;
  for (const std::string& path : changed) {
    if (own_.contains(path) || !was_there(path)) continue;
    const auto before = in_a_row_.find(path);
    const int runs = before == in_a_row_.end() ? 1 : before->second + 1;
    if (runs >= kRunsInARow) {
      own_.insert(path);
      news_.insert(path);
    } else {
      in_a_row[path] = runs;
      by_person.insert(path);
    }
  }
  in_a_row_ = std::move(in_a_row);
  return by_person;
}

void OwnOutput::between_runs(const Paths& changed) {
  in_a_row_.clear();
  for (const std::string& path : changed) own_.erase(path);
}

Paths OwnOutput::take_news() {
  return std::exchange(news_, {});
}

}  // namespace proctor::watch
