#include "service/mcp/call.hpp"

#include <fmt/format.h>

#include <atomic>
#include <optional>
#include <system_error>

#include "base/exception.hpp"
#include "base/text.hpp"
#include "output/short_answer.hpp"
#include "output/token_budget.hpp"
#include "service/mcp/elicitation.hpp"
#include "service/mcp/tasks.hpp"
#include "tool/arguments.hpp"
#include "tool/event_json.hpp"

namespace proctor::mcp {
namespace {

constexpr std::string_view kApproval = "approval";

// Where the whole answer is, for people and for programs.
std::string address_line(const tool::CallResult& answer) {
  if (answer.kept.empty()) return {};
  const std::string resource = answer.run.empty() ? std::string() : answer_uri(answer.run) + ", ";
  return fmt::format("full answer: {}{}\n", resource, answer.kept);
}

json::object call_result(tool::CallResult&& answer, std::size_t max_tokens) {
  const std::string address = address_line(answer);
  std::string text = answer.text;
  if (!address.empty()) {
    const std::size_t room = max_tokens - std::min(max_tokens, output::estimated_tokens(address) + 1);
    if (output::estimated_tokens(text) > room) text.resize(output::token_prefix(text, room).size());
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    text += address;
  }
  json::object full;
  if (!answer.kept.empty() && !answer.run.empty()) full["resource"] = answer_uri(answer.run);
  if (!answer.kept.empty()) full["file"] = answer.kept;
  json::object structured = output::short_answer(
      answer.envelope, answer.summary.empty() ? answer.text : answer.summary, full, max_tokens);
  json::array content;
  content.push_back({{"type", "text"}, {"text", text}});
  if (!answer.log.empty() && !answer.run.empty()) {
    content.push_back({{"type", "resource_link"},
                       {"uri", log_uri(answer.run)},
                       {"name", answer.run + ".log"},
                       {"description", "All that the run printed"},
                       {"mimeType", "text/plain"}});
  }
  if (!answer.kept.empty() && !answer.run.empty()) {
    content.push_back({{"type", "resource_link"},
                       {"uri", answer_uri(answer.run)},
                       {"name", answer.run + ".json"},
                       {"mimeType", "application/json"}});
  }
  return {
      {"content", std::move(content)}, {"structuredContent", std::move(structured)}, {"isError", !answer.ok}};
}

// A run that goes on is neither a pass nor an error.
json::object still_running(const LongCall& call, std::size_t max_tokens) {
  const LongCall::Known known = call.known();
  const std::string id = call.id();
  std::string summary = fmt::format(
      "STILL RUNNING after {}{}: wait_run {{\"id\": \"{}\"}} waits on, cancel_run {{\"run\": \"{}\"}} ends "
      "it.\n",
      format_duration(known.time), call.has_run() ? "" : ", not begun yet", id, id);
  if (!known.last.empty()) summary += fmt::format("last: {}\n", for_terminal(known.last));
  for (const std::string& name : known.failed) summary += fmt::format("- failed: {}\n", for_terminal(name));
  json::object data{{"run", id}, {"duration_ms", known.time.count()}};
  json::object structured =
      output::short_answer({{"ok", false}, {"data", std::move(data)}}, summary, {}, max_tokens);
  structured["still_running"] = true;
  structured["run"] = id;
  json::array content;
  content.push_back({{"type", "text"}, {"text", output::token_prefix(summary, max_tokens)}});
  return {{"content", std::move(content)}, {"structuredContent", std::move(structured)}, {"isError", false}};
}

tool::CallResult refusal(const Error& error) {
  const ErrorInfo& about = info(error.code);
  return {.envelope = {{"ok", false},
                       {"error", {{"code", about.name}, {"message", error.message}, {"retry", about.retry}}}},
          .text = fmt::format("{}: {}", about.name, error.message)};
}

bool waits_for_approval(const tool::CallResult& answer) {
  const json::object* const error = find_object(answer.envelope, "error");
  const json::string* const code = error == nullptr ? nullptr : find_string(*error, "code");
  return code != nullptr && view(*code) == info(ErrorCode::approval_required).name;
}

std::shared_ptr<Progress> progress_of(CallWorld& world, const CallParams& params,
                                      const std::stop_token& stop) {
  if (params.progress_token.is_null()) return nullptr;
  auto progress = std::make_shared<Progress>(world.send, params.progress_token, world.pace, stop);
  world.ticker.add(progress);
  return progress;
}

// What makes one call: in a thread of its own where it runs something.
class Caller {
 public:
  Caller(CallWorld& world, CallParams params, Client client, Wants wants)
      : world_(world), params_(std::move(params)), client_(std::move(client)), wants_(std::move(wants)) {}

  json::object make(LongCall& call) {
    tool::Caller caller{.on_event = [&](const tool::CallEvent& event) { on(event, call); },
                        .ask = [&](const policy::Question& question) { return ask(question, call); },
                        .stop = call.stop(),
                        .door = "mcp"};
    tool::CallResult answer = world_.host.call(params_.tool->name, params_.arguments, caller);
    if (!answer.run.empty() && (!answer.log.empty() || !answer.kept.empty()))
      world_.runs.add({answer.run, params_.tool->name, !answer.log.empty(), !answer.kept.empty()});
    if (question_ && waits_for_approval(answer)) return input_required();
    return call_result(std::move(answer), world_.host.bounds().answer_tokens);
  }

  /// The request is answered, and nothing is to be told for it any more.
  void request_is_over() { over_ = true; }

 private:
  void on(const tool::CallEvent& event, LongCall& call) {
    // A client that has cancelled the request wants to hear no more of it.
    if (!call.stop().stop_requested()) {
      call.on(event);
      if (!over_ && wants_(client_, LogLevel::info)) {
        const std::string run = call.has_run() ? call.id() : std::string();
        world_.send(notification(
            "notifications/message",
            {{"level", "info"}, {"logger", params_.tool->name}, {"data", tool::to_json(event, run)}}));
      }
    }
  }

  policy::Reply ask(const policy::Question& question, LongCall& call) {
    if (!client_.asks_people) return policy::Reply::later;
    if (client_.era == Era::session) {
      json::object form = elicitation_params(question, client_.version);
      if (params_.as_task) form["_meta"] = related_task(call);
      call.begin_asking();
      const json::value answer = world_.asks.ask(form, world_.ask_timeout, call.stop());
      call.end_asking();
      return read_elicitation(answer);
    }
    if (params_.request_state.empty() || params_.approval.is_null()) {
      question_ = question;
      return policy::Reply::later;
    }
    return world_.states.take(params_.request_state, question) ? read_elicitation(params_.approval)
                                                               : policy::Reply::stray;
  }

  json::object input_required() {
    json::object requests;
    requests[kApproval] = {{"method", "elicitation/create"},
                           {"params", elicitation_params(*question_, client_.version)}};
    return {{"resultType", "input_required"},
            {"inputRequests", std::move(requests)},
            {"requestState", world_.states.seal(*question_)}};
  }

  CallWorld& world_;
  CallParams params_;
  Client client_;
  Wants wants_;
  std::atomic<bool> over_ = false;
  std::optional<policy::Question> question_{};  // that the client is to ask, and then to call again
};

// Waits as long as a request may take; then the client is told that the run goes on.
json::object answer_of(CallWorld& world, const std::shared_ptr<LongCall>& call,
                       const std::shared_ptr<Progress>& progress,
                       std::optional<std::chrono::milliseconds> up_to, const std::stop_token& stop) {
  if (!up_to) up_to = world.host.bounds().answer_within;
  const bool to_the_end = up_to->count() == 0;
  auto result = call->wait(to_the_end ? std::nullopt : up_to, progress, stop);
  if (!result && call->stop().stop_requested()) result = call->wait({}, progress, {});  // it is being ended
  if (progress) progress->stop();
  if (result) return *std::move(result);
  world.calls.keep(call);
  return still_running(*call, world.host.bounds().answer_tokens);
}

// The run that these arguments of wait_run or cancel_run mean; nothing: the host answers, whatever it is.
std::shared_ptr<LongCall> meant(CallWorld& world, const CallParams& params, std::string_view field) {
  const auto arguments = parse_json(params.arguments);
  if (!arguments || !arguments->is_object()) return nullptr;
  return world.calls.find(text_field(arguments->get_object(), field));
}

std::optional<json::object> wait_run(CallWorld& world, const CallParams& params,
                                     const std::stop_token& stop) {
  const auto call = meant(world, params, "id");
  if (!call) return std::nullopt;
  const auto arguments = tool::wait_arguments(parse_json(params.arguments)->as_object());
  if (!arguments) return std::nullopt;
  // 0 looks only; to wait to the end is for those who are never answered before it.
  auto up_to = arguments->up_to;
  if (up_to && up_to->count() == 0) up_to = std::chrono::milliseconds(1);
  return answer_of(world, call, progress_of(world, params, stop), up_to, stop);
}

// What hasn't begun has no run yet that the host knows.
std::optional<json::object> cancel_waiting(CallWorld& world, const CallParams& params) {
  const auto call = meant(world, params, "run");
  if (!call || call->has_run() || call->ended()) return std::nullopt;
  call->cancel();
  tool::CallResult answer;
  answer.envelope = {{"ok", true}, {"data", {{"run", call->id()}, {"cancelled", true}}}};
  answer.text = "The call " + call->id() + " is cancelled before it began.";
  answer.ok = true;
  return call_result(std::move(answer), world.host.bounds().answer_tokens);
}

}  // namespace

tl::expected<CallParams, Fault> read_call(const json::object& params, const tool::Host& host) {
  const auto refuse = [](std::string message) {
    return tl::unexpected<Fault>({.code = kInvalidParams, .message = std::move(message)});
  };
  const json::string* const name = find_string(params, "name");
  if (name == nullptr) return refuse("name must be a string");
  CallParams call{.tool = host.find(view(*name))};
  if (call.tool == nullptr) {
    const std::string shown =
        host.shown(view(*name));  // before it is cut: a part of a secret isn't recognised
    return refuse(fmt::format("Unknown tool: {}", shown.substr(0, utf8_prefix(shown, 100))));
  }

  // What isn't an object goes on as well: the host's answer tells the model how to mend it.
  const json::value* const arguments = params.if_contains("arguments");
  if (arguments != nullptr && !arguments->is_null()) call.arguments = to_json_line(*arguments);

  const json::object* const meta = find_object(params, "_meta");
  const json::value* const token = meta == nullptr ? nullptr : meta->if_contains("progressToken");
  if (token != nullptr && (token->is_string() || token->is_int64() || token->is_uint64())) {
    call.progress_token = *token;
  }
  call.as_task = find_object(params, "task") != nullptr;
  const json::string* const state = find_string(params, "requestState");
  if (state != nullptr) call.request_state = view(*state);
  const json::object* const responses = find_object(params, "inputResponses");
  const json::value* const approval = responses == nullptr ? nullptr : responses->if_contains(kApproval);
  if (approval != nullptr) call.approval = *approval;
  return call;
}

json::object run_call(CallWorld& world, const CallParams& params, const Client& client, const Wants& wants,
                      const std::stop_token& stop) {
  if (params.tool->name == "wait_run") {
    if (auto answered = wait_run(world, params, stop)) return *std::move(answered);
  }
  if (params.tool->name == "cancel_run") {
    if (auto answered = cancel_waiting(world, params)) return *std::move(answered);
  }
  const auto caller = std::make_shared<Caller>(world, params, client, wants);
  if (params.tool->risk == policy::Risk::low) {  // it runs nothing
    LongCall call("");
    const std::stop_callback follow(stop, [&call] { call.cancel(); });
    return caller->make(call);
  }
  const auto progress = progress_of(world, params, stop);
  std::shared_ptr<LongCall> call;
  try {
    // (The progress of a task is told to its end.)
    const auto told = params.as_task ? progress : nullptr;
    const LongCalls::Work work = [caller, told](LongCall& made) {
      json::object result = caller->make(made);
      if (told) told->stop();
      made.finish(std::move(result));
    };
    call = world.calls.start(work, world.max_calls, progress);
  } catch (const std::system_error& error) {  // no thread is to be had
    return call_result(refusal(error_of(error)), world.host.bounds().answer_tokens);
  }
  if (!call)
    return call_result(
        refusal({ErrorCode::resources_exhausted,
                 "Too many calls go on: wait for one of them (wait_run), or end one (cancel_run)."}),
        world.host.bounds().answer_tokens);
  if (params.as_task) {
    world.calls.keep(call);
    return create_task_result(*call, client.era);
  }
  // A client that cancels its request ends the run; once it is answered, cancel_run does.
  const std::stop_callback follow(stop, [&call] { call->cancel(); });
  json::object result = answer_of(world, call, progress, std::nullopt, stop);
  caller->request_is_over();
  const bool goes_on = find_object(result, "structuredContent") != nullptr &&
                       find_object(result, "structuredContent")->contains("still_running");
  return goes_on && client.takes_tasks ? create_task_result(*call, client.era) : result;
}

}  // namespace proctor::mcp
