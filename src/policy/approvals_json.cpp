#include "policy/approvals_json.hpp"

#include <optional>

namespace proctor::policy {
namespace {

// Reads the fields of one entry and notes whether all were there.
class Fields {
 public:
  explicit Fields(const json::value& entry) : object_(entry.if_object()) {}

  std::string text(std::string_view name) {
    const json::value* value = find(name);
    if (value && value->is_string()) return std::string(value->get_string());
    complete_ = false;
    return {};
  }
  std::int64_t time(std::string_view name) {
    const json::value* value = find(name);
    if (value && value->is_int64()) return value->get_int64();
    complete_ = false;
    return 0;
  }
  // One of an enumeration by its word; what isn't known makes the entry incomplete.
  template <typename Enum>
  Enum choice(std::string_view name, std::initializer_list<Enum> choices) {
    const std::string written = text(name);
    for (const Enum choice : choices) {
      if (written == word(choice)) return choice;
    }
    complete_ = false;
    return *choices.begin();
  }
  // What was written by a proctor that didn't know of it says nothing of it.
  std::optional<Held> held() {
    if (!find("isolation")) return std::nullopt;
    return choice("isolation",
                  {Held::in_sandbox, Held::in_networked_sandbox, Held::as_processes, Held::by_nothing});
  }
  bool complete() const { return complete_; }

 private:
  const json::value* find(std::string_view name) const {
    return object_ ? object_->if_contains(name) : nullptr;
  }
  const json::object* object_;
  bool complete_ = true;
};

std::optional<Pending> pending_from(const json::value& entry) {
  Fields fields(entry);
  Pending pending;
  pending.id = fields.text("id");
  pending.fingerprint = fields.text("fingerprint");
  pending.tool = fields.text("tool");
  pending.summary = fields.text("summary");
  pending.command = fields.text("command");
  pending.workdir = fields.text("workdir");
  pending.risk = fields.choice("risk", {Risk::high, Risk::medium, Risk::low});
  pending.created = fields.time("created");
  pending.expires = fields.time("expires");
  pending.held = fields.held();
  pending.state = fields.choice("state", {State::pending, State::allowed_once, State::denied});
  return fields.complete() ? std::optional(pending) : std::nullopt;
}

std::optional<Rule> rule_from(const json::value& entry) {
  Fields fields(entry);
  Rule rule;
  rule.id = fields.text("id");
  rule.fingerprint = fields.text("fingerprint");
  rule.tool = fields.text("tool");
  rule.command = fields.text("command");
  rule.workdir = fields.text("workdir");
  rule.created = fields.time("created");
  rule.held = fields.held();
  return fields.complete() ? std::optional(rule) : std::nullopt;
}

template <typename Entry, typename Read>
bool read_list(const json::object& object, std::string_view name, std::vector<Entry>& list, Read read) {
  const json::value* entries = object.if_contains(name);
  if (!entries) return true;
  if (!entries->is_array()) return false;
  for (const json::value& entry : entries->get_array()) {
    auto complete = read(entry);
    if (!complete) return false;
    list.push_back(std::move(*complete));
  }
  return true;
}

}  // namespace

json::object to_json(const Pending& pending) {
  json::object entry{{"id", pending.id},           {"state", word(pending.state)},
                     {"tool", pending.tool},       {"summary", pending.summary},
                     {"command", pending.command}, {"workdir", pending.workdir},
                     {"risk", word(pending.risk)}, {"created", pending.created},
                     {"expires", pending.expires}, {"fingerprint", pending.fingerprint}};
  if (pending.held) entry["isolation"] = word(*pending.held);
  return entry;
}

json::object to_json(const Approvals& approvals) {
  json::array pending;
  for (const Pending& entry : approvals.pending) pending.push_back(to_json(entry));
  json::array rules;
  for (const Rule& rule : approvals.rules) {
    json::object entry{{"id", rule.id},           {"tool", rule.tool},
                       {"command", rule.command}, {"workdir", rule.workdir},
                       {"created", rule.created}, {"fingerprint", rule.fingerprint}};
    if (rule.held) entry["isolation"] = word(*rule.held);
    rules.push_back(std::move(entry));
  }
  return {{"pending", std::move(pending)}, {"rules", std::move(rules)}};
}

std::optional<Approvals> approvals_from_json(const json::object& object) {
  Approvals approvals;
  const bool whole = read_list(object, "pending", approvals.pending, pending_from) &&
                     read_list(object, "rules", approvals.rules, rule_from);
  return whole ? std::optional(std::move(approvals)) : std::nullopt;
}

}  // namespace proctor::policy
