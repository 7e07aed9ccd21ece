#include "service/mcp/request_state.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "base/hash.hpp"
#include "base/hmac.hpp"

namespace proctor::mcp {
namespace {

constexpr std::size_t kMacDigits = 64;
constexpr std::size_t kMaxTaken = 10'000;

std::chrono::seconds now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
}

}  // namespace

RequestStates::RequestStates(std::chrono::seconds lifetime, std::string key, Clock clock)
    : lifetime_(lifetime),
      key_(key.empty() ? random_hex(32) : std::move(key)),
      clock_(clock ? std::move(clock) : now) {}

std::string RequestStates::mac(std::string_view payload, const policy::Question& question) const {
  Sha256 about;
  about.add_field("proctor approval 1");
  about.add_field(payload);
  about.add_field(question.tool);
  about.add_field(question.fingerprint);
  about.add_field(question.held ? policy::word(*question.held) : "");
  return hmac_sha256_hex(key_, about.hex());
}

std::string RequestStates::seal(const policy::Question& question) {
  const std::string payload = fmt::format("{}.{}", (clock_() + lifetime_).count(), random_hex(16));
  return fmt::format("{}.{}", payload, mac(payload, question));
}

bool RequestStates::take(std::string_view state, const policy::Question& question) {
  if (key_.empty() || state.size() <= kMacDigits + 1) return false;
  const std::string_view payload = state.substr(0, state.size() - kMacDigits - 1);
  if (state[payload.size()] != '.' ||
      !equal_in_constant_time(state.substr(payload.size() + 1), mac(payload, question))) {
    return false;
  }
  // From here on it is what we wrote.
  std::int64_t ends = 0;
  std::from_chars(payload.data(), payload.data() + payload.size(), ends);
  const std::lock_guard lock(mutex_);
  forget_old();
  if (clock_().count() >= ends || taken_.size() >= kMaxTaken) return false;
  return taken_.emplace(payload.substr(payload.find('.') + 1), std::chrono::seconds(ends)).second;
}

void RequestStates::forget_old() {
  const auto time = clock_();
  std::erase_if(taken_, [time](const auto& entry) { return entry.second <= time; });
}

}  // namespace proctor::mcp
