#include "service/mcp/tasks.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/text.hpp"
#include "service/mcp/catalog.hpp"

namespace proctor::mcp {
namespace {

constexpr std::int64_t kPollMs = 1'000;
constexpr std::int64_t kKeptMs = 3'600'000;

std::string date(LongCall::Date time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

bool is_error(const std::optional<json::object>& result) {
  const json::value* const error = result ? result->if_contains("isError") : nullptr;
  return error == nullptr || (error->is_bool() && error->get_bool());
}

// In 2026-07-28 only an error of the protocol makes a task fail; a tool that says no has completed.
std::string_view status_of(const LongCall& call, Era era) {
  if (call.stop().stop_requested()) return "cancelled";
  if (!call.ended()) return call.asking() ? "input_required" : "working";
  const auto result = call.result();
  const bool failed = era == Era::session ? is_error(result) : !result;
  return failed ? "failed" : "completed";
}

json::object task_of(const LongCall& call, Era era) {
  json::object task{{"taskId", call.ticket()},
                    {"status", status_of(call, era)},
                    {"createdAt", date(call.created())},
                    {"lastUpdatedAt", date(call.updated())}};
  const LongCall::Known known = call.known();
  if (!call.ended()) {
    task["statusMessage"] = fmt::format("run {}, {}{}{}", call.id(), format_duration(known.time),
                                        known.last.empty() ? "" : ": ", for_terminal(known.last));
  }
  task[era == Era::session ? "ttl" : "ttlMs"] = kKeptMs;
  task[era == Era::session ? "pollInterval" : "pollIntervalMs"] = kPollMs;
  return task;
}

}  // namespace

json::object create_task_result(const LongCall& call, Era era) {
  json::object task = task_of(call, era);
  if (era == Era::session) {
    return {{"task", std::move(task)},
            {"_meta",
             {{"io.modelcontextprotocol/model-immediate-response",
               fmt::format("It runs. wait_run {{\"id\": \"{}\"}} waits for its answer.", call.ticket())}}}};
  }
  task["resultType"] = "task";
  return task;
}

json::object related_task(const LongCall& call) {
  return {{"io.modelcontextprotocol/related-task", {{"taskId", call.ticket()}}}};
}

tl::expected<std::shared_ptr<LongCall>, Fault> find_task(LongCalls& calls, const json::object& params) {
  auto call = calls.find(text_field(params, "taskId"));
  if (!call)
    return tl::unexpected<Fault>(
        {.code = kInvalidParams, .message = "taskId: there is no such task (any more)"});
  return call;
}

tl::expected<json::object, Fault> answer_task(LongCalls& calls, std::string_view method,
                                              const json::object& params, Era era) {
  const auto call = find_task(calls, params);
  if (!call) return tl::unexpected<Fault>(call.error());
  if (method == "tasks/update") return json::object();  // a task of ours asks for nothing
  if (method == "tasks/cancel") {
    if (era == Era::session && ((*call)->ended() || (*call)->stop().stop_requested())) {
      return tl::unexpected<Fault>(
          {.code = kInvalidParams, .message = "taskId: the task has ended, and can't be cancelled"});
    }
    (*call)->cancel();
    return era == Era::session ? task_of(**call, era) : json::object();
  }
  json::object task = task_of(**call, era);
  if (era == Era::session) return task;
  if (task.at("status") == "completed") task["result"] = finished(*(*call)->result(), era);
  if (task.at("status") == "failed") {
    task["error"] = {{"code", kInternalError}, {"message", "the call failed within the server"}};
  }
  return task;
}

}  // namespace proctor::mcp
