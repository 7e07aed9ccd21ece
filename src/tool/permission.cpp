#include "tool/permission.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/json.hpp"
#include "base/paths.hpp"
#include "policy/approvals.hpp"
#include "policy/decision.hpp"

namespace proctor::tool {
namespace {

using policy::ApprovalStore;
using policy::Decision;
using policy::Question;
using policy::Reply;

std::string utc(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

json::object describe(const policy::Pending& pending) {
  const std::string allow = "proctor approvals allow " + pending.id;
  json::object details{{"id", pending.id},
                       {"tool", pending.tool},
                       {"summary", pending.summary},
                       {"risk", policy::word(pending.risk)},
                       {"command", pending.command},
                       {"workdir", pending.workdir},
                       {"allow", allow},
                       {"allow_always", allow + " --always"},
                       {"deny", "proctor approvals deny " + pending.id},
                       {"expires", utc(pending.expires)}};
  if (pending.held) details["isolation"] = policy::word(*pending.held);
  return details;
}

// The line of the user's own configuration with which a call like this one isn't asked for any more. Of a
// command that can't be shown to the letter, or that would be read as a pattern, the tool alone is named.
std::string ending_line(const policy::CallFacts& facts, const Question& question) {
  constexpr std::size_t kLongest = 200;
  const bool exact = facts.answered.empty() && facts.command == question.command &&
                     facts.command.size() <= kLongest && facts.command.find('*') == std::string::npos;
  const std::string entry =
      exact && !facts.command.empty() ? fmt::format("{}({})", facts.tool, facts.command) : facts.tool;
  return fmt::format("tools.approval.allowlist = [{}]", to_json_line(json::value(entry)));
}

// A refusal that a person can still turn into a yes elsewhere.
Error refusal(ErrorCode code, std::string message, const policy::Pending& pending,
              const policy::CallFacts& facts, const Question& question) {
  const std::string line = ending_line(facts, question);
  const std::string file = (user_config_dir() / "proctor.toml").string();
  message += fmt::format(" No more questions about it: `{}` in {}.", line, file);
  Error error{code, std::move(message), describe(pending)};
  error.details["no_more_questions"] = {{"file", file}, {"line", line}};
  if (!question.runs.empty()) error.details["runs"] = question.runs;
  return error;
}

Error required(const policy::Pending& pending, const policy::CallFacts& facts, const Question& question) {
  return refusal(
      ErrorCode::approval_required,
      fmt::format("A person has to allow this call first: {}. To allow it, type `proctor approvals allow "
                  "{}` (with --always for every time), to refuse it `proctor approvals deny {}`. Then "
                  "send the same call again.",
                  pending.summary, pending.id, pending.id),
      pending, facts, question);
}

// Some clients say no by themselves, without showing anything (Claude Code's `-p`): a person can still allow
// it elsewhere.
Error declined(const policy::Pending& pending, Reply reply, const policy::CallFacts& facts,
               const Question& question) {
  constexpr std::string_view kStray =
      "What came back answers another question, or one that was answered already, is too old, or was asked "
      "by "
      "another process. To be asked again, send the call without requestState. Nothing was run";
  return refusal(ErrorCode::approval_denied,
                 fmt::format("{}: {}. If no person was shown the question, one can still allow it with "
                             "`proctor approvals allow {}`.",
                             reply == Reply::stray ? kStray : "It was declined", pending.summary, pending.id),
                 pending, facts, question);
}

Error closed(const Error& cause) {
  if (cause.code == ErrorCode::resources_exhausted) return cause;  // no place is better than another
  return {
      ErrorCode::approval_denied,
      "The approvals can't be read or written, so nothing is allowed: " + cause.message +
          ". They are kept below XDG_STATE_HOME (~/.local/state if it isn't set): let it name a directory "
          "of your own that can be written."};
}

// A question that is answered now need not wait any more. A no that was said elsewhere meanwhile stays.
void forget_pending(ApprovalStore& store, const Question& question) {
  const auto approvals = store.list();
  if (!approvals) return;
  for (const policy::Pending& pending : approvals->pending) {
    if (pending.fingerprint == question.fingerprint && pending.state != policy::State::denied &&
        policy::covers(question.held, pending.held))
      (void)store.revoke(pending.id);
  }
}

std::optional<Error> ask_person(ApprovalStore& store, const Question& question,
                                const PermissionRequest& request, const Caller& caller) {
  const Reply reply = caller.ask ? caller.ask(question) : Reply::later;
  if (reply == Reply::later) {
    const auto pending = store.ask(question);
    return pending ? required(*pending, request.facts, question) : closed(pending.error());
  }
  // Whoever stopped the call has answered no question.
  if (reply == Reply::no && caller.stop.stop_requested())
    return Error{ErrorCode::test_cancelled, "The call was cancelled before it was allowed: nothing was run."};
  if (reply == Reply::stray || (reply == Reply::no && caller.door != "cli")) {
    const auto pending = store.ask(question);
    return pending ? declined(*pending, reply, request.facts, question) : closed(pending.error());
  }
  forget_pending(store, question);
  if (reply != Reply::yes && reply != Reply::always) {
    return Error{ErrorCode::approval_denied,
                 "The person who was asked didn't allow it: " + question.summary,
                 {{"tool", question.tool}, {"command", question.command}, {"workdir", question.workdir}}};
  }
  // Not being able to remember it for the next time is no reason against this time.
  if (reply != Reply::always) return std::nullopt;
  if (const auto kept = store.add_always(question); !kept && request.warn) {
    request.warn("\"Always\" couldn't be kept, so this call was allowed only once: " + kept.error().message +
                 ".");
  }
  return std::nullopt;
}

// A no that was said since counts; an approval for once isn't used up a second time.
Result<policy::Taken> said_before(ApprovalStore& store, const policy::CallFacts& facts,
                                  std::optional<Granted>& granted) {
  using policy::Taken;
  const std::string fingerprint = policy::fingerprint_of(facts);
  if (granted && granted->fingerprint == fingerprint && policy::covers(granted->held, facts.held)) {
    return store.look(fingerprint, facts.held).map([](Taken said) {
      return said == Taken::denied ? said : Taken::allowed;
    });
  }
  auto taken = store.take(fingerprint, facts.held);
  if (taken && *taken == Taken::allowed) granted = Granted{fingerprint, facts.held};
  return taken;
}

}  // namespace

policy::Held held_by(const Containment& containment) {
  using policy::Held;
  if (containment.level == IsolationLevel::none) return Held::by_nothing;
  if (containment.level == IsolationLevel::process) return Held::as_processes;
  return containment.sandbox.host_network ? Held::in_networked_sandbox : Held::in_sandbox;
}

std::optional<Error> ask_permission(const Config& config, PermissionRequest request, const policy::Mask& mask,
                                    const Caller& caller, std::optional<Granted>& granted) {
  policy::CallFacts& facts = request.facts;
  Decision decision = decide(config.tools, facts);
  if (decision.kind == Decision::Kind::refuse) return refusal(decision, facts, mask);
  if (request.check) {
    if (auto checked = request.check(); !checked) return checked.error();
  }
  if (decision.kind == Decision::Kind::run) return std::nullopt;

  ApprovalStore store({.expires = config.tools.approval.expires});
  const auto earlier = said_before(store, facts, granted);
  if (!earlier) return closed(earlier.error());
  facts.earlier = *earlier;
  decision = decide(config.tools, facts);
  if (decision.kind == Decision::Kind::run) return std::nullopt;
  if (decision.kind == Decision::Kind::refuse) return refusal(decision, facts, mask);
  const Question question = make_question(facts, request.risk, request.timeout, mask);
  if (request.on_asking) request.on_asking();
  if (auto refused = ask_person(store, question, request, caller)) return refused;
  granted = Granted{question.fingerprint, question.held};
  return std::nullopt;
}

std::optional<Error> ask_configuration(const Config& config, const ToolInfo& tool,
                                       const std::filesystem::path& project_root, const policy::Mask& mask) {
  const policy::CallFacts facts{.tool = tool.name, .mutating = false, .workdir = project_root};
  const Decision decision = decide(config.tools, facts);
  if (decision.kind == Decision::Kind::run) return std::nullopt;
  return refusal(decision, facts, mask);
}

}  // namespace proctor::tool
