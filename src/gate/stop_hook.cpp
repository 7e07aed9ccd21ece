#include "gate/stop_hook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"

namespace proctor::gate {
namespace fs = std::filesystem;
namespace {

bool is_true(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr && value->is_bool() && value->get_bool();
}

std::string first_of(const json::object& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (std::string text = text_field(object, name); !text.empty()) return text;
  }
  return {};
}

// The transcript's first time: "2026-11-28T14:00:00.123Z".
std::string first_time(const std::string& transcript) {
  constexpr std::size_t kLooked = 64U << 10U;
  constexpr std::string_view kKey = "\"timestamp\":";
  std::ifstream file(transcript, std::ios::binary);
  std::string text(kLooked, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  const std::size_t key = text.find(kKey);
  if (key == std::string::npos) return {};
  const std::size_t begin = text.find_first_not_of(" \"", key + kKey.size());
  if (begin == std::string::npos) return {};
  const std::string time = text.substr(begin, text.find('"', begin) - begin);
  constexpr std::size_t kShortest = 19;
  const bool sound = time.size() >= kShortest && time.size() < 40 &&
                     time.find_first_not_of("0123456789-+:.TZ") == std::string::npos;
  return sound ? time : std::string();
}

// Where the agent stands may be a directory that it has gone to; its project is around that.
fs::path directory_of(const json::object& call) {
  fs::path directory = text_field(call, "cwd");
  if (const json::value* roots = call.if_contains("workspace_roots"); roots != nullptr && roots->is_array() &&
                                                                      !roots->get_array().empty() &&
                                                                      roots->get_array()[0].is_string())
    directory = std::string(roots->get_array()[0].get_string());
  if (directory.empty()) directory = ".";
  for (const char* name : {"CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"}) {
    const char* around = std::getenv(name);
    if (around == nullptr || *around == '\0') continue;
    fs::path root = fs::path(around).lexically_normal();
    const fs::path below = directory.lexically_relative(root);
    if (!below.empty() && *below.begin() != "..") return root;
  }
  return directory;
}

fs::path memory_of(const StopCall& call, const fs::path& state) {
  if (state.empty()) return {};
  return state / "trees" /
         (sha256_hex(call.session.empty() ? call.directory.string() : call.session).substr(0, 32) + ".gate");
}

std::string last_block(const StopCall& call, const fs::path& state) {
  return read_if_there(memory_of(call, state)).value_or("");
}

}  // namespace

Result<StopCall> read_stop_call(std::string_view agent, std::string_view input) {
  const auto parsed = parse_json(input);
  if (!parsed || !parsed->is_object())
    return fail(ErrorCode::invalid_request,
                fmt::format("--hook {} reads the JSON of the agent's stop hook on stdin, and this is none{}",
                            agent, parsed ? "" : ": " + parsed.error().message));
  const json::object& said = parsed->get_object();
  StopCall call;
  if (agent == "cursor" || said.contains("cursor_version"))
    call.speech = Speech::cursor;
  else if (agent == "vscode" || agent == "copilot" || said.contains("sessionId"))
    call.speech = Speech::copilot;
  else if (agent == "gemini")
    call.speech = Speech::gemini;
  call.directory = directory_of(said);
  call.session = first_of(said, {"session_id", "sessionId", "conversation_id"});
  call.session_began = first_time(first_of(said, {"transcript_path", "transcriptPath"}));
  const json::value* loops = said.if_contains("loop_count");
  const bool tells = loops != nullptr || said.contains("stop_hook_active");
  // An agent that doesn't tell may go on already.
  call.goes_on = !tells || is_true(said, "stop_hook_active") ||
                 (loops != nullptr && loops->is_number() && loops->to_number<double>() > 0);
  const std::string status = text_field(said, "status");
  call.ended_by_user = status == "aborted" || status == "error";
  return call;
}

Said let_go(const StopCall& call) {
  return {.out = call.speech == Speech::cursor ? "{}\n" : ""};
}

Said block(const StopCall& call, const std::string& reason) {
  if (call.speech == Speech::cursor)
    return {.out = to_json_line(json::object{{"followup_message", reason}}) + "\n"};
  json::object words{{"decision", call.speech == Speech::gemini ? "deny" : "block"}, {"reason", reason}};
  if (call.speech == Speech::copilot) {
    words["hookSpecificOutput"] = {{"hookEventName", "Stop"}, {"decision", "block"}, {"reason", reason}};
    return {.out = to_json_line(words) + "\n"};
  }
  return {.exit_code = 2, .out = to_json_line(words) + "\n", .err = reason + "\n"};
}

bool has_heard(const StopCall& call, const fs::path& state, const std::string& what) {
  if (!call.goes_on) return false;
  return state.empty() || last_block(call, state) == what;
}

void remember_block(const StopCall& call, const fs::path& state, const std::string& what) {
  const fs::path memory = memory_of(call, state);
  if (!memory.empty() && make_private_dirs(memory.parent_path())) (void)write_file(memory, what);
}

}  // namespace proctor::gate
