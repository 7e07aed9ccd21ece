// What a stateless client carries from the answer "a person has to be asked" to its next try.
//
// The client could write anything into it, so it is sealed: it says which question was asked, of which tool,
// and until when the answer counts, under a key that only this process has. A restarted server therefore
// doesn't know it. Each one is taken once.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "policy/question.hpp"

namespace proctor::mcp {

class RequestStates {
 public:
  using Clock = std::function<std::chrono::seconds()>;  ///< since the epoch

  /// An empty key: a random one.
  explicit RequestStates(std::chrono::seconds lifetime, std::string key = {}, Clock clock = {});

  std::string seal(const policy::Question& question);

  /// Whether `state` was sealed here for this very question, is still good, and wasn't taken before.
  bool take(std::string_view state, const policy::Question& question);

 private:
  std::string mac(std::string_view payload, const policy::Question& question) const;
  void forget_old();

  std::chrono::seconds lifetime_;
  std::string key_;
  Clock clock_;
  std::mutex mutex_{};
  std::map<std::string, std::chrono::seconds, std::less<>> taken_{};  // nonce to when it ends
};

}  // namespace proctor::mcp
