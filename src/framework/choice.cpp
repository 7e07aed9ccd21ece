#include "framework/choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "request/called.hpp"

namespace proctor::framework {

Result<Choice> Choice::make(const Wishes& wishes) {
  Choice choice;
  choice.skip_.insert(wishes.skip.begin(), wishes.skip.end());
  choice.only_.insert(wishes.only.begin(), wishes.only.end());
  choice.seen_.insert(wishes.seen.begin(), wishes.seen.end());
  choice.separator_ = wishes.separator;
  choice.shares_ = wishes.shares;
  for (const auto& [text, from_file] : wishes.called)
    choice.called_.emplace_back(name_path(text, wishes.separator), from_file);
  if (!wishes.filter.empty()) {
    choice.filter_text_ = name_path(wishes.filter, wishes.separator);
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
  if (skip_.contains(id) || (shares_ != nullptr && !shares_->has(id))) return false;
  if ((!only_.empty() || !called_.empty()) && !is_named(id) && !has_called_name(id) && !may_be_unseen(id))
    return false;
  return filter_ == nullptr || RE2::PartialMatch(id, *filter_) ||
         (!name.empty() && RE2::PartialMatch(name, *filter_)) ||
         name_path(id, separator_).find(filter_text_) != std::string::npos;
}

bool Choice::wants_file(std::string_view id) const {
  if (skip_.contains(id) || (shares_ != nullptr && !shares_->has_file(id))) return false;
  // A name alone may be that of a test in any file.
  const bool anywhere =
      std::any_of(called_.begin(), called_.end(), [](const auto& one) { return !one.second; });
  return anywhere || !seen_.empty() || (only_.empty() && called_.empty()) || is_named(id);
}

// Nobody has seen it, or it is a whole of which somebody has seen a part: there may be more in it.
bool Choice::may_be_unseen(std::string_view id) const {
  if (seen_.empty()) return false;
  if (!seen_.contains(id)) return true;
  const std::string whole = std::string(id) + separator_;
  const auto next = seen_.lower_bound(whole);
  return !separator_.empty() && next != seen_.end() && next->starts_with(whole);
}

bool Choice::has_called_name(std::string_view id) const {
  if (called_.empty()) return false;
  const std::string path = name_path(id, separator_);
  return std::any_of(called_.begin(), called_.end(), [&path](const auto& one) {
    return one.second ? begins_as_called(one.first, path) : is_called(one.first, path);
  });
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
