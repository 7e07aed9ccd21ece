// Which tests are run: decided here, once, for all reporters that ask.
#pragma once

#include <re2/re2.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "framework/sharding.hpp"

namespace proctor::framework {

class Choice {
 public:
  struct Wishes {
    std::vector<std::string> skip{};  ///< ids that aren't to be run: they have a result, say
    std::vector<std::string> only{};  ///< ids that are; empty: all
    /// Beside those: what is called so (request/called.hpp); from its beginning on, if that is a file.
    std::vector<std::pair<std::string, bool>> called{};
    std::vector<std::string> seen{};  ///< beside `only`: ids of all but these, which nobody has seen yet
    std::string filter{};             ///< RE2 or the text itself, anywhere in an id or a name; empty: all
    std::string separator{};          ///< between the parts of an id
    std::shared_ptr<const Shares> shares{};  ///< and of these the tests of one shard; null: all
  };

  /// INVALID_REQUEST for a filter that is no regular expression.
  static Result<Choice> make(const Wishes& wishes);

  /// Whether the test of this id is to be run. A wish for a test means its parts, too, its rows ("test[1]")
  /// and the wholes that it stands in, which have to be run for it.
  bool wants(std::string_view id, std::string_view name = {}) const;

  /// Whether a file of this id is to be loaded: what the filter says of its tests is known only then.
  bool wants_file(std::string_view id) const;

  /// Whether there is any wish.
  bool all() const {
    return skip_.empty() && only_.empty() && called_.empty() && filter_ == nullptr && shares_ == nullptr;
  }

 private:
  bool is_named(std::string_view id) const;
  bool has_called_name(std::string_view id) const;
  bool may_be_unseen(std::string_view id) const;

  std::set<std::string, std::less<>> skip_{};
  std::set<std::string, std::less<>> only_{};
  std::set<std::string, std::less<>> seen_{};
  std::vector<std::pair<std::string, bool>> called_{};
  std::shared_ptr<const RE2> filter_{};
  std::string filter_text_{};  ///< as a name_path()
  std::string separator_{};
  std::shared_ptr<const Shares> shares_{};
};

}  // namespace proctor::framework
