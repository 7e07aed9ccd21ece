#include "cli/approvals_command.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/print.hpp"
#include "cli/supervised.hpp"
#include "policy/approvals.hpp"
#include "policy/approvals_json.hpp"

namespace proctor::cli {
namespace {

using policy::Approvals;
using policy::ApprovalStore;

std::string date(std::int64_t seconds) {
  // A file of nonsense mustn't make the calendar throw.
  constexpr std::int64_t kYear9999 = 253'402'300'799;
  if (seconds < 0 || seconds > kYear9999) return "?";
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

// The file is the user's own, and still nothing in it may take hold of the terminal.
std::string line(std::string_view text) {
  return policy::make_visible(text);
}

std::string for_person(const Approvals& approvals) {
  std::string text;
  for (const policy::Pending& entry : approvals.pending) {
    text += fmt::format("{}  {:12}  {}\n", line(entry.id), word(entry.state), line(entry.summary));
    text += fmt::format("          tool {}, risk {}, until {}\n", line(entry.tool), word(entry.risk),
                        date(entry.expires));
    if (!entry.command.empty()) text += fmt::format("          command: {}\n", line(entry.command));
  }
  for (const policy::Rule& rule : approvals.rules) {
    text +=
        fmt::format("{}  {:12}  {} in {}{}\n", line(rule.id), "always", line(rule.tool), line(rule.workdir),
                    rule.held ? fmt::format(" (isolation {})", word(*rule.held)) : "");
    if (!rule.command.empty()) text += fmt::format("          command: {}\n", line(rule.command));
  }
  if (text.empty()) return "Nothing waits for an answer, and nothing is allowed always.\n";
  return text + "proctor approvals allow ID [--always] | deny ID | revoke ID\n";
}

int list(const ApprovalStore& store, const CommonOptions& common) {
  const auto approvals = store.list();
  if (!approvals) return refuse(approvals.error(), common);
  if (!common.json) return print_text(for_person(*approvals)) ? 0 : internal_exit_code();
  return print_text(to_json_line(json::object{{"ok", true}, {"data", to_json(*approvals)}}) + '\n')
             ? 0
             : internal_exit_code();
}

}  // namespace

CLI::App* add_approvals(CLI::App& app, ApprovalsOptions& options) {
  CLI::App* command = app.add_subcommand(
      "approvals", "Show and answer what tools wait to be allowed (list, allow, deny, revoke)");
  command->add_option("action", options.action, "list, allow, deny or revoke; list if not given")
      ->check(CLI::IsMember({"list", "allow", "deny", "revoke"}));
  command->add_option("id", options.id, "Of the approval, as the list shows it")->type_name("ID");
  command->add_flag("--always", options.always,
                    "With allow: this command in this directory, held as strictly, from now on");
  return command;
}

int run_approvals(const ApprovalsOptions& options, const CommonOptions& common) {
  const auto bad = [&common](std::string message) {
    return refuse({ErrorCode::invalid_request, std::move(message), {}}, common);
  };
  if (options.always && options.action != "allow") return bad("--always goes with allow alone");
  ApprovalStore store;
  if (options.action == "list") {
    if (!options.id.empty()) return bad("list takes no id");
    return list(store, common);
  }
  if (options.id.empty()) {
    return bad(fmt::format("{} needs an id; proctor approvals shows them", options.action));
  }
  if (supervised()) return refuse(denied_inside_a_run(), common);
  Result<void> done;
  std::string state = options.always ? "always allowed" : "allowed once";
  if (options.action == "allow") {
    done = store.allow(options.id, options.always);
  } else if (options.action == "deny") {
    done = store.deny(options.id);
    state = "denied";
  } else {
    done = store.revoke(options.id);
    state = "revoked";
  }
  if (!done) return refuse(done.error(), common);
  const std::string text =
      common.json ? to_json_line(json::object{{"ok", true},
                                              {"data", json::object{{"id", options.id}, {"state", state}}}})
                  : fmt::format("{}: {}", options.id, state);
  return print_text(text + '\n') ? 0 : internal_exit_code();
}

}  // namespace proctor::cli
