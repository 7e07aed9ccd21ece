#include "service/mcp/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "base/text.hpp"
#include "command/masking.hpp"
#include "service/mcp/call.hpp"
#include "service/mcp/catalog.hpp"
#include "service/mcp/flights.hpp"
#include "service/mcp/id_finder.hpp"
#include "service/mcp/tasks.hpp"

namespace proctor::mcp {
namespace {

// Beside the arguments of a call: its envelope, and what a client adds to it.
constexpr std::size_t kMessageOverhead = 1U << 20U;

tl::unexpected<Fault> fault(int code, std::string message) {
  return tl::unexpected<Fault>({.code = code, .message = std::move(message)});
}

// Takes the response to one request; nothing: there is to be none.
using Respond = std::function<void(std::optional<json::object>)>;

// The responses to one batch, sent together when the last one is there.
class Batch {
 public:
  Batch(Send send, std::size_t requests) : send_(std::move(send)), open_(requests) {}

  void add(std::optional<json::object> response) {
    json::array all;
    {
      const std::lock_guard lock(mutex_);
      if (response) responses_.push_back(*std::move(response));
      if (--open_ > 0 || responses_.empty()) return;
      all.swap(responses_);
    }
    send_(std::move(all));
  }

 private:
  Send send_;
  std::mutex mutex_{};
  std::size_t open_;
  json::array responses_{};
};

}  // namespace

struct Server::State {
  State(tool::Host& tool_host, Write write, ServerOptions chosen)
      : host(tool_host),
        options(chosen),
        send([this, write = std::move(write)](const json::value& message) {
          const std::string line = to_json_line(message);
          const std::lock_guard lock(write_mutex);
          write(line);
        }),
        world{.host = host,
              .send = send,
              .asks = asks,
              .states = states,
              .ticker = ticker,
              .runs = runs,
              .calls = calls,
              .max_calls = chosen.max_calls,
              .pace = {chosen.progress_at_most_every, chosen.progress_at_least_every},
              .ask_timeout = chosen.ask_timeout} {}

  using Answer = tl::expected<json::object, Fault>;

  void receive(std::string_view line);
  void receive_batch(json::array&& messages);
  void handle(Message&& message, const Respond& respond, bool in_batch);
  void handle_request(const Message& message, const Respond& respond, bool in_batch);
  void handle_notification(const Message& message);
  void start_call(const Message& message, const Client& client, const Respond& respond);
  void start_wait_for_task(const Message& message, const Respond& respond);
  void start(const Id& id, Flights::Work work, const Respond& respond, bool brief);
  std::string named(std::string_view name) const;
  Fault without_secrets(Fault why) const;
  void refuse(const Id& id, Fault why, const Respond& respond) const;

  tl::expected<Client, Fault> client_for(const Message& message) const;
  Answer answer(const Message& message, const Client& client);
  Answer initialize(const json::object& params);
  Answer set_level(const json::object& params);
  bool wants(const Client& client, LogLevel level) const;
  void tell_interrupted(const Client& client);

  tool::Host& host;
  ServerOptions options;
  std::mutex write_mutex{};
  Send send;
  Asks asks{send};
  RequestStates states{std::chrono::duration_cast<std::chrono::seconds>(options.ask_timeout)};
  Ticker ticker{options.progress_at_most_every};
  Runs runs{host};
  CallWorld world;

  std::optional<Client> session{};  // since `initialize`
  // Of the session. Until it says otherwise, it hears of what went wrong and not of every line.
  std::atomic<LogLevel> session_level{LogLevel::warning};
  bool interrupted_told = false;

  LongCalls calls{};
  Flights flights{options.max_calls};  // the last two: their threads use all of the above
};

void Server::State::receive(std::string_view line) {
  const Respond respond = [this](std::optional<json::object> response) {
    if (response) send(*std::move(response));
  };
  auto value = parse_json(line);
  if (!value) {
    Id id = id_behind_half_pairs(line);
    if (id.is_null()) {  // too deep, perhaps
      IdFinder finder;
      finder.feed(line);
      id = finder.finish();
    }
    return refuse(id, {.code = kParseError, .message = value.error().message}, respond);
  }
  const std::string twice = duplicate_key(line);
  if (!twice.empty()) {
    // The parser took the last one; another reader of the same line may take the first.
    const Id id = twice == "id" ? Id() : read_message(*std::move(value)).id;
    return refuse(
        id, {.code = kInvalidRequest, .message = fmt::format("{} stands twice in one object", named(twice))},
        respond);
  }
  if (value->is_array()) return receive_batch(std::move(value->get_array()));
  handle(read_message(*std::move(value)), respond, false);
}

void Server::State::receive_batch(json::array&& values) {
  const Respond alone = [this](std::optional<json::object> response) { send(*std::move(response)); };
  if (values.empty() || values.size() > options.max_batch) {
    return refuse({},
                  {.code = kInvalidRequest,
                   .message = fmt::format("a batch must have 1 to {} messages", options.max_batch)},
                  alone);
  }
  std::vector<Message> messages;
  for (json::value& value : values) messages.push_back(read_message(std::move(value)));
  const auto answered = static_cast<std::size_t>(std::ranges::count_if(messages, [](const Message& message) {
    return message.kind == Message::Kind::request || message.kind == Message::Kind::invalid;
  }));
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(messages, [](const Message& message) { return message.method == "tools/call"; }));
  const std::size_t max_calls = host.bounds().calls_per_batch;

  const auto batch = std::make_shared<Batch>(send, answered);
  const Respond respond = [batch](std::optional<json::object> response) { batch->add(std::move(response)); };
  for (Message& message : messages) {
    if (count > max_calls && message.kind == Message::Kind::request && message.method == "tools/call") {
      refuse(message.id,
             {.code = kInvalidRequest,
              .message =
                  fmt::format("a batch may have {} tools/call at most; this one has {}, and none was begun",
                              max_calls, count)},
             respond);
    } else {
      handle(std::move(message), respond, true);
    }
  }
}

void Server::State::handle(Message&& message, const Respond& respond, bool in_batch) {
  switch (message.kind) {
    case Message::Kind::invalid:
      return refuse(message.id, message.fault, respond);
    case Message::Kind::response:
      return asks.answer(message.id, std::move(message.result));
    case Message::Kind::notification:
      return handle_notification(message);
    case Message::Kind::request:
      return handle_request(message, respond, in_batch);
  }
}

// Of the client's own words, what an error repeats. Masked before it is cut: a part of a secret can't be
// recognised.
std::string Server::State::named(std::string_view name) const {
  std::string shown = host.shown(name);
  shown.resize(utf8_prefix(shown, 100));
  return shown;
}

Fault Server::State::without_secrets(Fault why) const {
  const auto hide = [this](std::string_view text) { return host.shown(text); };
  why.message = hide(why.message);
  command::mask_strings(why.data, hide);
  return why;
}

// A response to an id that another request is still using would be taken for that one's.
void Server::State::refuse(const Id& id, Fault why, const Respond& respond) const {
  // The parser's words are its own, and garbage may come in floods.
  if (why.code != kParseError) why = without_secrets(std::move(why));
  if (!id.is_null() && flights.contains(id_key(id))) {
    why.data["id"] = id;
    return respond(error_message(nullptr, why));
  }
  respond(error_message(id, why));
}

void Server::State::handle_request(const Message& message, const Respond& respond, bool in_batch) {
  if (flights.contains(id_key(message.id))) {
    return refuse(message.id, {.code = kInvalidRequest, .message = "this id is in use by another request"},
                  respond);
  }
  if (message.method == "initialize" && in_batch) {
    return refuse(message.id, {.code = kInvalidRequest, .message = "initialize can't be part of a batch"},
                  respond);
  }
  const auto client = client_for(message);
  if (!client) return refuse(message.id, client.error(), respond);
  if (client->era == Era::stateless) tell_interrupted(*client);
  if (message.method == "tools/call") return start_call(message, *client, respond);
  if (message.method == "tasks/result" && client->era == Era::session)
    return start_wait_for_task(message, respond);
  auto result = answer(message, *client);
  if (!result) return refuse(message.id, result.error(), respond);
  respond(result_message(message.id, finished(*std::move(result), client->era)));
}

tl::expected<Client, Fault> Server::State::client_for(const Message& message) const {
  auto stateless = client_of(message.params);
  if (!stateless) return tl::unexpected<Fault>(stateless.error());
  if (*stateless) return **stateless;
  if (message.method == "server/discover") {
    return fault(kInvalidParams, "_meta must name the protocol version and the client's capabilities");
  }
  if (session) return *session;
  // What may come before a session.
  if (message.method == "initialize" || message.method == "ping") return Client{};
  return fault(kInvalidParams,
               "either initialize must come first (2025-11-25), or _meta must name the protocol version and "
               "the client's capabilities (2026-07-28)");
}

Server::State::Answer Server::State::answer(const Message& message, const Client& client) {
  const std::string& method = message.method;
  if (client.era == Era::session) {
    if (method == "initialize") return initialize(message.params);
    if (method == "ping") return json::object();
    if (method == "logging/setLevel") return set_level(message.params);
  } else if (method == "server/discover") {
    return discover_result();
  }
  const bool list =
      method == "tools/list" || method == "resources/list" || method == "resources/templates/list";
  if (list && message.params.contains("cursor") && !message.params.at("cursor").is_null()) {
    return fault(kInvalidParams, "no such cursor: everything is on the first page");
  }
  if (method == "tools/list") return tools_result(host.tools());
  if (method == "resources/list") return runs.list();
  if (method == "resources/templates/list") return Runs::templates();
  if (method == "resources/read") return runs.read(message.params, client.era);
  const bool of_task =
      method == "tasks/get" || method == "tasks/cancel" || (client.takes_tasks && method == "tasks/update");
  if (of_task && (client.era == Era::session || client.takes_tasks))
    return answer_task(calls, method, message.params, client.era);
  return fault(kMethodNotFound, fmt::format("Method not found: {}", named(method)));
}

Server::State::Answer Server::State::initialize(const json::object& params) {
  if (session) return fault(kInvalidRequest, "initialize was called before");
  const json::string* const version = find_string(params, "protocolVersion");
  if (version == nullptr) return fault(kInvalidParams, "protocolVersion must be a string");
  const json::object* const their = find_object(params, "capabilities");
  if (their == nullptr) return fault(kInvalidParams, "capabilities must be an object");
  const std::string_view agreed = negotiate(view(*version));
  session = Client{.version = std::string(agreed), .asks_people = can_elicit(*their)};
  return initialize_result(agreed);
}

Server::State::Answer Server::State::set_level(const json::object& params) {
  const json::string* const name = find_string(params, "level");
  const auto level = name == nullptr ? std::nullopt : log_level(view(*name));
  if (!level) return fault(kInvalidParams, "level must be a log level");
  session_level = *level;
  return json::object();
}

bool Server::State::wants(const Client& client, LogLevel level) const {
  if (client.era == Era::session) return level >= session_level;
  return client.log_level && level >= *client.log_level;
}

void Server::State::tell_interrupted(const Client& client) {
  if (interrupted_told || !wants(client, LogLevel::warning)) return;
  interrupted_told = true;
  for (const std::string& sentence : host.interrupted()) {
    send(notification("notifications/message",
                      {{"level", "warning"}, {"logger", "proctor"}, {"data", sentence}}));
  }
}

void Server::State::handle_notification(const Message& message) {
  if (message.method == "notifications/cancelled") {
    const json::value* const id = message.params.if_contains("requestId");
    if (id != nullptr) flights.cancel(id_key(*id));
  } else if (message.method == "notifications/initialized" && session) {
    tell_interrupted(*session);
  }
}

void Server::State::start_call(const Message& message, const Client& client, const Respond& respond) {
  auto params = read_call(message.params, host);
  if (!params) return refuse(message.id, params.error(), respond);
  params->as_task = params->as_task && client.era == Era::session;
  if (params->as_task && !can_be_task(*params->tool)) {
    return refuse(message.id,
                  {.code = kMethodNotFound,
                   .message = fmt::format("{} is answered at once, and is no task", params->tool->name)},
                  respond);
  }
  const bool brief = !can_be_task(*params->tool) && params->tool->name != "wait_run";
  auto work = [this, id = message.id, client, call = *std::move(params)](const std::stop_token& stop) {
    try {
      const Wants wanted = [this](const Client& asking, LogLevel level) { return wants(asking, level); };
      return result_message(id, finished(run_call(world, call, client, wanted, stop), client.era));
    } catch (const std::exception& error) {
      return error_message(id, without_secrets({.code = kInternalError, .message = error.what()}));
    }
  };
  start(message.id, std::move(work), respond, brief);
}

// The response of the call itself, when there is one.
void Server::State::start_wait_for_task(const Message& message, const Respond& respond) {
  auto task = find_task(calls, message.params);
  if (!task) return refuse(message.id, task.error(), respond);
  auto work = [this, id = message.id, call = *std::move(task)](const std::stop_token& stop) {
    try {
      auto result = call->wait(std::nullopt, nullptr, stop);
      if (!result)
        return error_message(id, {.code = kInternalError, .message = "nobody waits for the task any more"});
      (*result)["_meta"] = related_task(*call);
      return result_message(id, finished(*std::move(result), Era::session));
    } catch (const std::exception& error) {
      return error_message(id, without_secrets({.code = kInternalError, .message = error.what()}));
    }
  };
  start(message.id, std::move(work), respond, true);
}

void Server::State::start(const Id& id, Flights::Work work, const Respond& respond, bool brief) {
  switch (flights.start(id_key(id), std::move(work), respond, brief)) {
    case Flights::Start::started:
      return;
    case Flights::Start::ending:
      return refuse(id, {.code = kInternalError, .message = "the server is ending"}, respond);
    case Flights::Start::too_many:
      return refuse(
          id, {.code = kInternalError, .message = "too many calls at once; try again when some have ended"},
          respond);
  }
}

Server::Server(tool::Host& host, Write write, ServerOptions options)
    : state_(std::make_unique<State>(host, std::move(write), options)) {}

Server::~Server() {
  stop();
}

std::size_t Server::line_limit() const {
  return kMessageOverhead + state_->host.bounds().args_bytes;
}

void Server::receive(std::string_view line) {
  try {
    state_->receive(line);
  } catch (const std::exception& error) {
    state_->send(
        error_message(nullptr, state_->without_secrets({.code = kInternalError, .message = error.what()})));
  }
}

void Server::too_long(const Id& id) {
  const Respond respond = [this](std::optional<json::object> response) {
    state_->send(*std::move(response));
  };
  state_->refuse(
      id,
      {.code = kInvalidRequest, .message = fmt::format("the message is longer than {} bytes", line_limit())},
      respond);
}

void Server::stop() {
  state_->flights.stop();
  state_->calls.stop();
}

}  // namespace proctor::mcp
