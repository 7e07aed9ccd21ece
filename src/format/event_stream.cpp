#include "format/event_stream.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kLongestLine = 8U << 20U;
constexpr std::size_t kLongestText = 1U << 20U;
constexpr std::size_t kMostText = 64U << 20U;  // of all tests together
constexpr std::size_t kMostTests = 200'000;
constexpr std::size_t kMostWarnings = 20;

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
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (!skipping_ && pending_.size() + part.size() > kLongestLine) {
      skipping_ = true;
      pending_.clear();
    }
    if (end == std::string_view::npos) {
      if (!skipping_) pending_ += part;
      return;
    }
    if (!skipping_) {
      if (pending_.empty()) {
        line(part);
      } else {
        pending_ += part;
        line(pending_);
      }
    }
    pending_.clear();
    skipping_ = false;
    bytes.remove_prefix(end + 1);
  }
}

void EventStream::line(std::string_view text) {
  if (!text.starts_with(nonce_) || text.size() <= nonce_.size() || text[nonce_.size()] != ' ') return;
  spoke_ = true;
  const auto parsed = parse_json(text.substr(nonce_.size() + 1));
  if (!parsed || !parsed->is_object() || !event(parsed->get_object())) ++broken_;
}

const TestEvent* EventStream::last_open() const {
  if (open_ != 1) return nullptr;
  const TestEvent* last = nullptr;
  for (const TestEvent& test : tests_) {
    if (test.open())
      last = &test;
    else if (!test.status && !test.group)
      return nullptr;
  }
  return last != nullptr && last->planned ? last : nullptr;
}

bool EventStream::event(const json::object& object) {
  const std::string kind = text_field(object, "event");
  if (kind == "start") return start(object);
  if (kind == "finish") return finish(object);
  if (kind == "failed") return failed(object);
  if (kind == "late") return late(object);
  if (kind == "plan") {
    const json::value* list = object.if_contains("tests");
    if (list == nullptr || !list->is_array()) return false;
    for (const json::value& test : list->get_array()) {
      if (!test.is_object()) return false;
      if (TestEvent* known = named(test.get_object())) {
        fill(*known, test.get_object());
        known->planned = true;
      }
    }
    tell(nullptr);
    return true;
  }
  if (kind == "error") return error(object);
  if (kind == "warning") return warning(object);
  if (kind == "end") {
    ended_ = true;
    return true;
  }
  return false;
}

bool EventStream::error(const json::object& object) {
  const std::string message = bounded(object, "message");
  const auto is_true = [&object](std::string_view field) {
    const json::value* value = object.if_contains(field);
    return value != nullptr && value->is_bool() && value->get_bool();
  };
  unavailable_ = unavailable_ || is_true("unavailable");
  bad_settings_ = bad_settings_ || is_true("settings");
  none_there_ = none_there_ || is_true("none");
  behind_tests_ = is_true("behind") && (error_.empty() || behind_tests_);
  if (error_.empty()) {
    error_ = message.empty() ? "The tests can't be run, and their framework doesn't say why." : message;
  } else if (error_.find(message) == std::string::npos) {
    error_ += "\n\n" + message;
  }
  return true;
}

bool EventStream::warning(const json::object& object) {
  std::string message = bounded(object, "message");
  if (message.empty()) return false;
  const bool known = std::find(warnings_.begin(), warnings_.end(), message) != warnings_.end();
  if (!known && warnings_.size() < kMostWarnings) warnings_.push_back(std::move(message));
  return true;
}

TestEvent* EventStream::named(const json::object& object) {
  std::string id = text_field(object, "id");
  if (id.empty() || id.size() > kLongestText) return nullptr;
  const auto known = by_id_.find(id);
  if (known != by_id_.end()) return &tests_[known->second];
  if (tests_.size() >= kMostTests) return nullptr;
  by_id_.emplace(id, tests_.size());
  tests_.push_back({.id = std::move(id)});
  return &tests_.back();
}

std::string EventStream::bounded(const json::object& object, std::string_view field) {
  std::string text = text_field(object, field);
  const std::size_t room = std::min(kLongestText, kMostText - std::min(kMostText, text_bytes_));
  if (text.size() > room) text.resize(utf8_prefix(text, room));
  text_bytes_ += text.size();
  return text;
}

void EventStream::fill(TestEvent& test, const json::object& object) {
  const auto take = [&](const char* field, std::string& into) {
    if (object.contains(field)) into = bounded(object, field);
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
  if (test == nullptr || !number || *number == 0 || test->number != 0 || ended_) return false;
  test->number = static_cast<std::uint64_t>(*number);
  test->begun = std::chrono::steady_clock::now();
  fill(*test, object);
  ++open_;
  ++steps_;
  tell(test);
  return true;
}

bool EventStream::finish(const json::object& object) {
  const auto known = by_id_.find(text_field(object, "id"));
  const std::string said = text_field(object, "status");
  const auto status = test_status(said);
  const bool group = said == "group";
  if (known == by_id_.end() || (!status && !group) || ended_) return false;
  TestEvent& test = tests_[known->second];
  if (!test.open()) return false;
  fill(test, object);
  text_bytes_ -= test.failed.size();
  test.failed.clear();
  test.status = status;
  test.group = group;
  --open_;
  test.finished = ++steps_;
  tell(&test);
  return true;
}

// (No step: it isn't what the test that runs meanwhile has got done.)
bool EventStream::late(const json::object& object) {
  const auto known = by_id_.find(text_field(object, "id"));
  if (known == by_id_.end() || ended_) return false;
  TestEvent& test = tests_[known->second];
  if (!test.status) return false;
  const std::string message = bounded(object, "message");
  if (test.status != Status::error) test.status = Status::fail;
  if (!test.message.empty() && !message.empty()) test.message += "\n\n";
  test.message += message;
  return true;
}

// (No step either.)
bool EventStream::failed(const json::object& object) {
  const auto known = by_id_.find(text_field(object, "id"));
  if (known == by_id_.end() || ended_) return false;
  TestEvent& test = tests_[known->second];
  if (!test.open()) return false;
  if (test.failed.size() < kLongestText) test.failed += bounded(object, "message");
  return true;
}

}  // namespace proctor::format
