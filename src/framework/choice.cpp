#include "framework/choice.hpp"

#include <fmt/format.h>

namespace proctor::framework {

Result<Choice> Choice::make(const Wishes& wishes) {
  Choice choice;
  choice.skip_.insert(wishes.skip.begin(), wishes.skip.end());
  choice.only_.insert(wishes.only.begin(), wishes.only.end());
  choice.separator_ = wishes.separator;
  if (!wishes.filter.empty()) {
    choice.filter_ = std::make_shared<const RE2>(wishes.filter, RE2::Quiet);
    if (!choice.filter_->ok())
      return fail(ErrorCode::invalid_request,
                  fmt::format("The filter \"{}\" is no regular expression of RE2: {}", wishes.filter,
                              choice.filter_->error()),
                  {{"field", "filter"}});
  }
  return choice;
}

bool Choice::wants(std::string_view id, std::string_view name) const {
  if (skip_.contains(id)) return false;
  if (!only_.empty() && !is_named(id)) return false;
  return filter_ == nullptr || RE2::PartialMatch(id, *filter_) ||
         (!name.empty() && RE2::PartialMatch(name, *filter_));
}

bool Choice::wants_file(std::string_view id) const {
  return !skip_.contains(id) && (only_.empty() || is_named(id));
}

bool Choice::is_named(std::string_view id) const {
  if (only_.contains(id)) return true;
  // A part, or a row: what it belongs to is named.
  for (std::size_t at = id.rfind('['); at != std::string_view::npos && at > 0; at = id.rfind('[', at - 1)) {
    if (only_.contains(id.substr(0, at))) return true;
  }
  if (separator_.empty()) return false;
  for (std::size_t at = id.rfind(separator_); at != std::string_view::npos && at > 0;
       at = id.rfind(separator_, at - 1)) {
    if (only_.contains(id.substr(0, at))) return true;
  }
  // A whole, of which a part is named.
  const std::string whole = std::string(id) + separator_;
  const auto next = only_.lower_bound(whole);
  return next != only_.end() && next->starts_with(whole);
}

}  // namespace proctor::framework
