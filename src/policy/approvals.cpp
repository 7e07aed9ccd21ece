#include "policy/approvals.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/paths.hpp"
#include "base/text.hpp"
#include "policy/approvals_json.hpp"

namespace proctor::policy {
namespace {

constexpr std::string_view kIncomplete = "an entry lacks something or has what isn't known";

// Without i, l, o and u: nobody has to ask which one it is. 32 to the power of 8 can't be guessed by trying.
Result<std::string> random_id() {
  std::array<unsigned char, 8> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return fail(ErrorCode::internal_error, "no random numbers can be had for the id of an approval");
  std::string id;
  for (const unsigned char byte : bytes) id += "0123456789abcdefghjkmnpqrstvwxyz"[byte & 31U];
  return id;
}

template <typename Entries>
auto by_id(Entries& entries, const std::string& id) {
  return std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.id == id; });
}

// A rule that allows this call, held like this.
template <typename Rules>
auto rule_for(Rules& rules, const std::string& fingerprint, std::optional<Held> held) {
  return std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) {
    return rule.fingerprint == fingerprint && covers(rule.held, held);
  });
}

auto allowing_once(const std::string& fingerprint, std::optional<Held> held) {
  return [&fingerprint, held](const Pending& entry) {
    return entry.fingerprint == fingerprint && entry.state == State::allowed_once && covers(entry.held, held);
  };
}

Taken said_about(const Approvals& approvals, const std::string& fingerprint, std::optional<Held> held) {
  const auto& pending = approvals.pending;
  const auto denies = [&fingerprint](const Pending& entry) {
    return entry.fingerprint == fingerprint && entry.state == State::denied;
  };
  if (std::any_of(pending.begin(), pending.end(), denies)) return Taken::denied;
  if (rule_for(approvals.rules, fingerprint, held) != approvals.rules.end()) return Taken::always;
  return std::any_of(pending.begin(), pending.end(), allowing_once(fingerprint, held)) ? Taken::allowed
                                                                                       : Taken::none;
}

Result<std::string> new_id(Approvals& approvals) {
  while (true) {
    auto id = random_id();
    if (!id || (by_id(approvals.pending, *id) == approvals.pending.end() &&
                by_id(approvals.rules, *id) == approvals.rules.end()))
      return id;
  }
}

tl::unexpected<Error> unknown(const std::string& id) {
  return fail(
      ErrorCode::invalid_request,
      fmt::format("there is no approval {}: it expired, was used, or never was; see proctor approvals", id),
      {{"field", "id"}});
}

bool forget_expired(Approvals& approvals, std::int64_t now) {
  return std::erase_if(approvals.pending, [now](const Pending& entry) { return entry.expires <= now; }) > 0;
}

void make_room(Approvals& approvals, std::size_t most) {
  auto& pending = approvals.pending;
  while (!pending.empty() && pending.size() >= most) {
    const auto unanswered = std::find_if(pending.begin(), pending.end(),
                                         [](const Pending& entry) { return entry.state == State::pending; });
    pending.erase(unanswered == pending.end() ? pending.begin() : unanswered);
  }
}

// The file stays small whatever is asked. A person sees that something was left out, and how much.
std::string bounded(const std::string& command) {
  constexpr std::size_t kMost = 4'096;
  if (command.size() <= kMost) return command;
  const std::string_view text(command);
  const std::string_view head = text.substr(0, utf8_prefix(text, kMost / 2));
  const std::string_view tail = text.substr(text.size() - utf8_suffix(text, kMost / 2));
  return fmt::format("{} […{} bytes that aren't shown…] {}", head, text.size() - head.size() - tail.size(),
                     tail);
}

void add_rule(Approvals& approvals, Rule rule) {
  std::erase_if(approvals.rules, [&](const Rule& known) {
    return known.fingerprint == rule.fingerprint && covers(rule.held, known.held);
  });
  approvals.rules.push_back(std::move(rule));
}

}  // namespace

const char* word(State state) {
  switch (state) {
    case State::pending:
      return "pending";
    case State::allowed_once:
      return "allowed_once";
    case State::denied:
      return "denied";
  }
  return "denied";
}

std::filesystem::path approvals_file() {
  return user_state_dir() / "approvals" / "approvals.json";
}

ApprovalStore::ApprovalStore(Options options) : options_(std::move(options)), store_(options_.file) {}

std::int64_t ApprovalStore::now() const {
  if (options_.now) return options_.now();
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

// `change` says whether there is something to write, or why the change can't be made.
Result<void> ApprovalStore::change(const Change& change) {
  Result<bool> changed = false;
  const auto updated = store_.update([&](json::object& object) {
    auto approvals = approvals_from_json(object);
    if (!approvals) {
      changed = tl::unexpected(store_.damaged(kIncomplete));
      return false;
    }
    const bool forgotten = forget_expired(*approvals, now());
    changed = change(*approvals);
    if (!changed.value_or(false) && !forgotten) return false;
    object = to_json(*approvals);
    return true;
  });
  if (!updated) return tl::unexpected(updated.error());
  if (!changed) return tl::unexpected(changed.error());
  return {};
}

Result<Pending> ApprovalStore::ask(const Question& question) {
  Pending asked;
  const auto written = change([&](Approvals& approvals) -> Result<bool> {
    const auto known =
        std::find_if(approvals.pending.begin(), approvals.pending.end(), [&](const Pending& entry) {
          return entry.fingerprint == question.fingerprint && entry.held == question.held;
        });
    if (known != approvals.pending.end()) {
      // The last call's, which may have another time limit.
      const bool differs = known->summary != question.summary;
      known->summary = question.summary;
      asked = *known;
      return differs;
    }
    auto id = new_id(approvals);
    if (!id) return tl::unexpected(id.error());
    make_room(approvals, options_.most_pending);
    const auto lifetime = std::chrono::ceil<std::chrono::seconds>(options_.expires).count();
    asked = {*id,
             question.fingerprint,
             question.tool,
             question.summary,
             bounded(question.command),
             question.workdir,
             question.risk,
             now(),
             now() + lifetime,
             State::pending,
             question.held};
    approvals.pending.push_back(asked);
    return true;
  });
  if (!written) return tl::unexpected(written.error());
  return asked;
}

Result<void> ApprovalStore::allow(const std::string& id, bool always) {
  return change([&](Approvals& approvals) -> Result<bool> {
    const auto asked = by_id(approvals.pending, id);
    if (asked == approvals.pending.end()) return unknown(id);
    if (!always) {
      asked->state = State::allowed_once;
      return true;
    }
    if (approvals.rules.size() >= options_.most_rules)
      return fail(ErrorCode::invalid_request, "there are too many rules: revoke some (proctor approvals)");
    add_rule(approvals, {asked->id, asked->fingerprint, asked->tool, asked->command, asked->workdir, now(),
                         asked->held});
    approvals.pending.erase(asked);
    return true;
  });
}

Result<void> ApprovalStore::deny(const std::string& id) {
  return change([&](Approvals& approvals) -> Result<bool> {
    const auto asked = by_id(approvals.pending, id);
    if (asked == approvals.pending.end()) return unknown(id);
    asked->state = State::denied;
    return true;
  });
}

Result<std::string> ApprovalStore::add_always(const Question& question) {
  std::string rule;
  const auto written = change([&](Approvals& approvals) -> Result<bool> {
    std::erase_if(approvals.pending, [&](const Pending& entry) {
      return entry.fingerprint == question.fingerprint && entry.state != State::denied &&
             covers(question.held, entry.held);
    });
    const auto known = rule_for(approvals.rules, question.fingerprint, question.held);
    if (known != approvals.rules.end()) {
      rule = known->id;
      return true;
    }
    if (approvals.rules.size() >= options_.most_rules)
      return fail(ErrorCode::invalid_request, "there are too many rules: revoke some (proctor approvals)");
    auto id = new_id(approvals);
    if (!id) return tl::unexpected(id.error());
    rule = *id;
    add_rule(approvals, {rule, question.fingerprint, question.tool, bounded(question.command),
                         question.workdir, now(), question.held});
    return true;
  });
  if (!written) return tl::unexpected(written.error());
  return rule;
}

Result<void> ApprovalStore::revoke(const std::string& id) {
  return change([&](Approvals& approvals) -> Result<bool> {
    const auto same = [&id](const auto& entry) { return entry.id == id; };
    if (std::erase_if(approvals.rules, same) + std::erase_if(approvals.pending, same) == 0)
      return unknown(id);
    return true;
  });
}

Result<Taken> ApprovalStore::look(const std::string& fingerprint, std::optional<Held> held) const {
  return list().map([&](const Approvals& known) { return said_about(known, fingerprint, held); });
}

Result<Taken> ApprovalStore::take(const std::string& fingerprint, std::optional<Held> held) {
  // Only what is used up has to be written: answers count where nothing can be written, too.
  auto known = look(fingerprint, held);
  if (!known || *known != Taken::allowed) return known;
  Taken taken = *known;
  const auto written = change([&](Approvals& approvals) -> Result<bool> {
    taken = said_about(approvals, fingerprint, held);
    if (taken != Taken::allowed) return false;
    const auto allows = allowing_once(fingerprint, held);
    approvals.pending.erase(std::find_if(approvals.pending.begin(), approvals.pending.end(), allows));
    return true;
  });
  if (!written) return tl::unexpected(written.error());
  return taken;
}

Result<Approvals> ApprovalStore::list() const {
  const auto content = store_.read();
  if (!content) return tl::unexpected(content.error());
  auto approvals = approvals_from_json(*content);
  if (!approvals) return tl::unexpected(store_.damaged(kIncomplete));
  forget_expired(*approvals, now());
  return std::move(*approvals);
}

}  // namespace proctor::policy
