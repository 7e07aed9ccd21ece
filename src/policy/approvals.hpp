// Answers that outlive a process: questions nobody has answered yet, what was allowed once or denied, and
// what is allowed always.
//
// They are kept in one file, for the user alone (base/private_json.hpp). A call is known by its fingerprint;
// the command stands there with its secrets masked, to be looked at. Whatever can't be read or written is an
// error, and then nothing was allowed. So is a damaged file, which stays as it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/private_json.hpp"
#include "policy/question.hpp"

namespace proctor::policy {

enum class State { pending, allowed_once, denied };
const char* word(State state);

/// Times are seconds since 1970.
struct Pending {
  std::string id;  ///< eight letters and digits, easy to type
  std::string fingerprint;
  std::string tool;
  std::string summary;
  std::string command;  ///< secrets masked
  std::string workdir;
  Risk risk = Risk::high;
  std::int64_t created = 0;
  std::int64_t expires = 0;
  State state = State::pending;
  std::optional<Held> held{};
};

/// A call that is always allowed: this tool, this command, this workdir, to the letter, as long as it is held
/// at least as strictly.
struct Rule {
  std::string id;
  std::string fingerprint;
  std::string tool;
  std::string command;  ///< secrets masked
  std::string workdir;
  std::int64_t created = 0;
  std::optional<Held> held{};
};

struct Approvals {
  std::vector<Pending> pending{};  ///< the oldest first
  std::vector<Rule> rules{};
};

std::filesystem::path approvals_file();  ///< in the user's state directory

/// May be used by several threads and processes at once.
class ApprovalStore {
 public:
  struct Options {
    std::filesystem::path file = approvals_file();
    std::chrono::milliseconds expires{std::chrono::hours(24)};  ///< of what is asked from now on
    std::size_t most_pending = 200;  ///< beyond that the oldest is dropped, unanswered ones first
    std::size_t most_rules = 1'000;
    std::function<std::int64_t()> now{};  ///< seconds since 1970; empty: the clock
  };
  explicit ApprovalStore(Options options);
  ApprovalStore() : ApprovalStore(Options()) {}

  /// Writes a question down. The same call gets the same id as long as it isn't forgotten.
  Result<Pending> ask(const Question& question);

  /// Lets the call that was asked for run: once, or from now on. INVALID_REQUEST for an unknown id.
  Result<void> allow(const std::string& id, bool always);
  /// The same call is refused until this is forgotten. INVALID_REQUEST for an unknown id.
  Result<void> deny(const std::string& id);
  /// For an answer that came at once; returns the id of the rule.
  Result<std::string> add_always(const Question& question);
  /// Takes back a rule or an answer. INVALID_REQUEST for an unknown id.
  Result<void> revoke(const std::string& id);

  /// What was said about this call, held like this. A no counts however the call is held.
  Result<Taken> look(const std::string& fingerprint, std::optional<Held> held) const;
  /// The same, but an approval for once is used up: of two that take it at once, one gets it.
  Result<Taken> take(const std::string& fingerprint, std::optional<Held> held);

  /// What is there and hasn't expired.
  Result<Approvals> list() const;

 private:
  using Change = std::function<Result<bool>(Approvals&)>;
  Result<void> change(const Change& change);
  std::int64_t now() const;

  Options options_;
  PrivateJson store_;
};

}  // namespace proctor::policy
