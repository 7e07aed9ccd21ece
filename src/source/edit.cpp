#include "source/edit.hpp"

#include <algorithm>

namespace proctor::source {

void tidy(std::vector<Edit>& edits) {
  std::ranges::stable_sort(edits, [](const Edit& a, const Edit& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::size_t free_from = 0;
  std::erase_if(edits, [&](const Edit& edit) {
    if (edit.begin < free_from || edit.end <= edit.begin) return true;
    free_from = edit.end;
    return false;
  });
}

std::string apply(std::string_view text, const std::vector<Edit>& edits) {
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.begin < at || edit.end < edit.begin || edit.end > text.size()) continue;
    result.append(text.substr(at, edit.begin - at)).append(edit.with);
    at = edit.end;
  }
  return result.append(text.substr(at));
}

}  // namespace proctor::source
