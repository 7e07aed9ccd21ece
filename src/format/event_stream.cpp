#include "format/event_stream.hpp"

#include <cmath>
#include <optional>

namespace proctor::format {
namespace {

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

void EventStream::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](std::string_view text) { line(text); });
}

void EventStream::line(std::string_view text) {
  if (!text.starts_with(nonce_) || text.size() <= nonce_.size() || text[nonce_.size()] != ' ') return;
  found_ = true;
  const auto parsed = parse_json(text.substr(nonce_.size() + 1));
  if (!parsed || !parsed->is_object() || !event(parsed->get_object())) ++broken_;
}

bool EventStream::event(const json::object& object) {
  const std::string kind = text_field(object, "event");
  if (kind == "plan") return plan(object);
  if (kind == "start") return start(object);
  if (kind == "finish") return finished(object);
  if (kind == "error") return error(object);
  if (kind == "failed" || kind == "late") {
    TestEvent* test = events_.find(text_field(object, "id"));
    if (test == nullptr) return false;
    std::string message = text_field(object, "message");
    return kind == "late" ? events_.late(*test, std::move(message))
                          : events_.failed(*test, std::move(message));
  }
  if (kind == "warning") {
    std::string message = text_field(object, "message");
    if (message.empty()) return false;
    events_.warning(std::move(message));
    return true;
  }
  if (kind == "end") events_.end();
  return kind == "end";
}

bool EventStream::plan(const json::object& object) {
  const json::value* list = object.if_contains("tests");
  if (list == nullptr || !list->is_array()) return false;
  for (const json::value& test : list->get_array()) {
    if (!test.is_object()) return false;
    if (TestEvent* known = named(test.get_object())) {
      fill(*known, test.get_object());
      known->planned = true;
    }
  }
  events_.tell_planned();
  return true;
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

TestEvent* EventStream::named(const json::object& object) {
  return events_.named(text_field(object, "id"));
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

bool EventStream::start(const json::object& object) {
  TestEvent* test = named(object);
  const auto number = small_number(object, "n");
  if (test == nullptr || !number || *number == 0 || test->number != 0 || events_.ended()) return false;
  fill(*test, object);
  return events_.start(*test, static_cast<std::uint64_t>(*number));
}

bool EventStream::finished(const json::object& object) {
  TestEvent* test = events_.find(text_field(object, "id"));
  const std::string said = text_field(object, "status");
  const auto status = test_status(said);
  if (test == nullptr || (!status && said != "group") || !test->open() || events_.ended()) return false;
  fill(*test, object);
  return events_.finish(*test, status);
}

}  // namespace proctor::format
