#include "service/mcp/call.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/text.hpp"
#include "service/mcp/elicitation.hpp"
#include "tool/event_json.hpp"

namespace proctor::mcp {
namespace {

constexpr std::string_view kApproval = "approval";

json::object call_result(tool::CallResult&& answer) {
  json::array content;
  content.push_back({{"type", "text"}, {"text", answer.text}});
  if (!answer.log.empty() && !answer.run.empty()) {
    content.push_back({{"type", "resource_link"},
                       {"uri", log_uri(answer.run)},
                       {"name", answer.run + ".log"},
                       {"description", "All that the run printed"},
                       {"mimeType", "text/plain"}});
  }
  return {{"content", std::move(content)},
          {"structuredContent", std::move(answer.envelope)},
          {"isError", !answer.ok}};
}

bool waits_for_approval(const tool::CallResult& answer) {
  const json::object* const error = find_object(answer.envelope, "error");
  const json::string* const code = error == nullptr ? nullptr : find_string(*error, "code");
  return code != nullptr && view(*code) == info(ErrorCode::approval_required).name;
}

// What one call needs while it runs.
class RunningCall {
 public:
  RunningCall(CallWorld& world, const CallParams& params, const Client& client,
              const std::function<bool(LogLevel)>& wants, const std::stop_token& stop)
      : world_(world), params_(params), client_(client), wants_(wants), stop_(stop) {
    if (!params.progress_token.is_null()) {
      progress_ = std::make_shared<Progress>(world.send, params.progress_token, world.pace, stop);
      world.ticker.add(progress_);
    }
  }

  json::object run() {
    tool::Caller caller{.on_event = [this](const tool::CallEvent& event) { on(event); },
                        .ask = [this](const policy::Question& question) { return ask(question); },
                        .stop = stop_,
                        .door = "mcp"};
    tool::CallResult answer = world_.host.call(params_.tool->name, params_.arguments, caller);
    if (progress_) progress_->stop();
    if (!answer.log.empty() && !answer.run.empty()) world_.runs.add(answer.run, params_.tool->name);
    if (question_ && waits_for_approval(answer)) return input_required();
    return call_result(std::move(answer));
  }

 private:
  void on(const tool::CallEvent& event) {
    // A client that has cancelled the request wants to hear no more of it.
    if (stop_.stop_requested()) return;
    if (const auto* started = std::get_if<tool::Started>(&event)) run_ = started->run;
    if (wants_(LogLevel::info)) {
      world_.send(notification(
          "notifications/message",
          {{"level", "info"}, {"logger", params_.tool->name}, {"data", tool::to_json(event, run_)}}));
    }
    if (progress_) progress_->on(event);
  }

  policy::Reply ask(const policy::Question& question) {
    if (!client_.asks_people) return policy::Reply::later;
    if (client_.era == Era::session) {
      return read_elicitation(
          world_.asks.ask(elicitation_params(question, client_.version), world_.ask_timeout, stop_));
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
  const CallParams& params_;
  const Client& client_;
  const std::function<bool(LogLevel)>& wants_;
  const std::stop_token& stop_;
  std::shared_ptr<Progress> progress_{};
  std::string run_{};
  std::optional<policy::Question> question_{};  // that the client is to ask, and then to call again
};

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
  const json::string* const state = find_string(params, "requestState");
  if (state != nullptr) call.request_state = view(*state);
  const json::object* const responses = find_object(params, "inputResponses");
  const json::value* const approval = responses == nullptr ? nullptr : responses->if_contains(kApproval);
  if (approval != nullptr) call.approval = *approval;
  return call;
}

json::object run_call(CallWorld& world, const CallParams& params, const Client& client,
                      const std::function<bool(LogLevel)>& wants, const std::stop_token& stop) {
  return RunningCall(world, params, client, wants, stop).run();
}

}  // namespace proctor::mcp
