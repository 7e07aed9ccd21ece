#include "format/event_stream.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/hmac.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kLongestId = 4096;  // of a file

std::optional<int> small_number(const json::object& object, std::string_view field) {
  const json::value* value = object.if_contains(field);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  const std::int64_t number = value->get_int64();
  if (number < 0 || number > 100'000'000) return std::nullopt;
  return static_cast<int>(number);
}

std::optional<Status> test_status(std::string_view text) {
  for (const Status status : {Status::pass, Status::fail, Status::error, Status::skip}) {
    if (text == word(status)) return status;
  }
  return std::nullopt;
}

}  // namespace

std::string EventStream::feed(int client, std::string_view bytes) {
  std::string answers;
  Client& one = clients_[client];
  one.lines.feed(bytes, [&](std::string_view text) { answers += line(one, text); });
  return answers;
}

std::string_view EventStream::line(Client& client, std::string_view text) {
  const auto parsed = parse_json(text);
  if (!parsed || !parsed->is_object()) return {};
  const json::object& object = parsed->get_object();
  if (!equal_in_constant_time(text_field(object, "nonce"), nonce_)) return {};
  found_ = true;
  const std::string_view answer = event(client, object);
  if (!answer.empty()) return answer;
  ++broken_;
  return "refused\n";
}

// Empty for a line that breaks the rules.
std::string_view EventStream::event(Client& client, const json::object& object) {
  const auto answer = [](bool good) { return std::string_view(good ? "ok\n" : ""); };
  const std::string kind = text_field(object, "event");
  if (kind == "hello") return answer(hello(client, object));
  // A fork of the process that said hello isn't that process.
  const json::value* pid = object.if_contains("pid");
  if (client.pid == 0 || pid == nullptr || !pid->is_int64() || pid->get_int64() != client.pid) return {};
  if (client.dead) return {};
  client.loading.clear();
  if (kind == "load") return load(client, object);
  if (kind == "plan") return plan(object);
  if (kind == "ask") return ask(client, object);
  if (kind == "finish") return answer(finished(client, object));
  if (kind == "error") return answer(error(object));
  if (kind == "end") return answer(ends(client));
  std::string message = text_field(object, "message");
  if (kind == "warning") {
    if (message.empty()) return {};
    events_.warning(std::move(message));
    return answer(true);
  }
  if (kind == "failed" && object.contains("client")) return answer(died(object));
  TestEvent* test = events_.find(text_field(object, "id"));
  if (test == nullptr) return {};
  if (kind == "late") return answer(events_.late(*test, std::move(message)));
  return answer(kind == "failed" && events_.failed(*test, std::move(message)));
}

bool EventStream::hello(Client& client, const json::object& object) {
  const json::value* pid = object.if_contains("pid");
  const json::value* can = object.if_contains("can");
  const bool again = client.pid != 0;
  if (pid == nullptr || !pid->is_int64() || pid->get_int64() <= 0) return false;
  if (again && (!client.ended || pid->get_int64() != client.pid)) return false;
  client.ended = false;
  client.pid = pid->get_int64();
  if (can != nullptr && can->is_array()) {
    for (const json::value& word : can->get_array())
      client.captures = client.captures || (word.is_string() && word.get_string() == "captures");
  }
  events_.version(text_field(object, "version"));
  events_.resume();
  return true;
}

// The run is over when all that said hello have said so.
bool EventStream::ends(Client& client) {
  if (std::exchange(client.ended, true)) return false;
  const auto over = [](const auto& one) { return one.second.pid == 0 || one.second.ended; };
  if (std::all_of(clients_.begin(), clients_.end(), over)) events_.end();
  return true;
}

// The process of another client has ended, in the midst of its tests if any are open.
bool EventStream::died(const json::object& object) {
  const json::value& pid = object.at("client");
  const json::value* code = object.if_contains("exit_code");
  if (!pid.is_int64() || code == nullptr || !code->is_int64()) return false;
  for (const auto& [_, client] : clients_) {
    if (client.pid != pid.get_int64()) continue;
    for (const TestEvent& test : events_.tests()) {
      const bool is_open = std::ranges::find(client.open, test.number) != client.open.end();
      if (is_open) events_.find(test.id)->exit_code = static_cast<int>(code->get_int64());
    }
  }
  return true;
}

std::uint64_t EventStream::current() const {
  std::uint64_t number = 0;
  for (const auto& [_, client] : clients_) {
    if (client.open.empty()) continue;
    if (number != 0 || client.captures) return 0;
    number = client.open.back();
  }
  return number;
}

Decision EventStream::decide(const json::object& test) const {
  return decide_
             ? decide_({text_field(test, "id"), text_field(test, "name"), false, text_field(test, "file")})
             : Decision::run;
}

// Says whether all of these tests are wanted, some, or none.
std::string_view EventStream::plan(const json::object& object) {
  const json::value* list = object.if_contains("tests");
  if (list == nullptr || !list->is_array()) return {};
  std::size_t skipped = 0;
  for (const json::value& test : list->get_array()) {
    if (!test.is_object()) return {};
    if (decide(test.get_object()) == Decision::skip) {
      ++skipped;
      continue;
    }
    if (TestEvent* known = events_.named(text_field(test.get_object(), "id"))) {
      fill(*known, test.get_object());
      known->planned = true;
    }
  }
  events_.tell_planned();
  if (skipped == 0) return "ok\n";
  return skipped == list->get_array().size() ? "skip\n" : "some\n";
}

bool EventStream::error(const json::object& object) {
  const auto is_true = [&object](std::string_view field) {
    const json::value* value = object.if_contains(field);
    return value != nullptr && value->is_bool() && value->get_bool();
  };
  events_.error(text_field(object, "message"), {.unavailable = is_true("unavailable"),
                                                .bad_settings = is_true("settings"),
                                                .none_there = is_true("none"),
                                                .behind_tests = is_true("behind")});
  return true;
}

void EventStream::fill(TestEvent& test, const json::object& object) {
  const auto take = [&](const char* field, std::string& into) {
    if (object.contains(field)) into = events_.bounded(text_field(object, field));
  };
  take("name", test.name);
  take("test", test.test);
  take("file", test.file);
  take("message", test.message);
  take("output", test.output);
  if (const auto line = small_number(object, "line")) test.line = line;
  if (const auto task = small_number(object, "task")) test.task = task;
  if (const json::value* duration = object.if_contains("duration_ms")) {
    const double value = duration->is_double()  ? duration->get_double()
                         : duration->is_int64() ? static_cast<double>(duration->get_int64())
                                                : -1;
    if (std::isfinite(value) && value >= 0) test.duration_ms = value;
  }
}

std::string_view EventStream::ask(Client& client, const json::object& object) {
  const Decision decision = decide(object);
  if (decision == Decision::stop) return "stop\n";
  if (decision == Decision::skip) return "skip\n";
  TestEvent* test = events_.named(text_field(object, "id"));
  if (test == nullptr || client.ended) return {};
  if (test->number != 0) return asked_before(*test, client) ? "skip\n" : std::string_view();
  fill(*test, object);
  if (!events_.start(*test)) return {};
  client.open.push_back(test->number);
  client.asked.insert(test->number);
  return "run\n";
}

// A tool gives a file to a second worker where the first has died: what that one has begun isn't run again.
// From then on the first counts as dead, and so the run as one without an end.
bool EventStream::asked_before(const TestEvent& test, const Client& client) {
  for (auto& [_, other] : clients_) {
    if (&other == &client || other.ended || !other.asked.contains(test.number)) continue;
    other.dead = true;
    return true;
  }
  return false;
}

// It is over with the client's next line.
std::string_view EventStream::load(Client& client, const json::object& object) {
  std::string id = text_field(object, "id");
  if (id.empty() || id.size() > kLongestId || client.ended) return {};
  const Decision decision = decide_ ? decide_({.id = id, .file = true}) : Decision::run;
  if (decision == Decision::stop) return "stop\n";
  if (decision == Decision::skip) return "skip\n";
  client.loading = std::move(id);
  client.since = std::chrono::steady_clock::now();
  return "run\n";
}

void EventStream::close() {
  for (auto& [_, client] : clients_) {
    if (client.loading.empty()) continue;
    TestEvent* file = events_.named(client.loading);
    if (file == nullptr || file->number != 0) continue;
    file->file = client.loading;
    file->loading = true;
    events_.start(*file);
    file->begun = client.since;
  }
}

bool EventStream::finished(Client& client, const json::object& object) {
  TestEvent* test = events_.find(text_field(object, "id"));
  const std::string said = text_field(object, "status");
  const auto status = test_status(said);
  if (test == nullptr || (!status && said != "group") || !test->open()) return false;
  // Of a test that another client runs nobody else knows the result.
  const auto own = std::find(client.open.begin(), client.open.end(), test->number);
  if (own == client.open.end()) return false;
  client.open.erase(own);
  fill(*test, object);
  return events_.finish(*test, status);
}

}  // namespace proctor::format
