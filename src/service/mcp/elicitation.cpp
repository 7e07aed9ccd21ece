#include "service/mcp/elicitation.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace proctor::mcp {
namespace {

constexpr std::size_t kMaxShown = 4000;
constexpr std::string_view kOnce = "allow once";
constexpr std::string_view kAlways = "always allow";
constexpr std::string_view kDeny = "deny";

// Lines after the first are indented, so that a command can't write lines that look like ours.
std::string shown(std::string_view text) {
  std::string harmless = for_terminal(text);
  std::string out;
  const std::size_t end = utf8_prefix(harmless, kMaxShown);
  for (const char character : std::string_view(harmless).substr(0, end)) {
    out += character;
    if (character == '\n') out += "    ";
  }
  if (end < harmless.size()) out += fmt::format(" […{} more bytes that aren't shown]", harmless.size() - end);
  return out;
}

std::string message(const policy::Question& question) {
  const std::string held =
      question.held ? fmt::format("Isolation: {}\n", policy::word(*question.held)) : std::string();
  const std::string runs = question.runs.empty() ? std::string() : "Runs: " + shown(question.runs) + '\n';
  return fmt::format(
      "proctor asks before it runs this.\n"
      "Tool: {}\nWhat: {}\nCommand: {}\n{}Directory: {}\n{}Risk: {}",
      shown(question.tool), shown(question.summary), shown(question.command), runs, shown(question.workdir),
      held, policy::word(question.risk));
}

}  // namespace

json::object elicitation_params(const policy::Question& question, std::string_view version) {
  json::object params;
  // 2025-06-18 has no modes.
  if (version != "2025-06-18") params["mode"] = "form";
  params["message"] = message(question);
  params["requestedSchema"] = {
      {"type", "object"},
      {"properties",
       {{"decision",
         {{"type", "string"},
          {"title", "Decision"},
          {"description",
           "\"always allow\" is for this command in this directory, held as strictly as this, from now on"},
          {"enum", json::array{kOnce, kAlways, kDeny}},
          {"default", kOnce}}}}}};
  return params;
}

policy::Reply read_elicitation(const json::value& result) {
  const json::object* const object = result.if_object();
  if (object == nullptr) return policy::Reply::no;
  const json::string* const action = find_string(*object, "action");
  if (action == nullptr || *action != "accept") return policy::Reply::no;
  // Who accepts the form and leaves the choice alone has accepted what it begins with.
  const json::value* const content = object->if_contains("content");
  if (content == nullptr) return policy::Reply::yes;
  if (!content->is_object()) return policy::Reply::no;
  if (content->get_object().empty()) return policy::Reply::yes;
  const json::string* const decision = find_string(content->get_object(), "decision");
  if (decision == nullptr) return policy::Reply::no;
  if (view(*decision) == kOnce) return policy::Reply::yes;
  if (view(*decision) == kAlways) return policy::Reply::always;
  return policy::Reply::no;
}

}  // namespace proctor::mcp
