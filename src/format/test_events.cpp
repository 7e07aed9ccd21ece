#include "format/test_events.hpp"

#include <algorithm>

#include "base/head_and_tail.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kLongestText = 1U << 20U;
constexpr std::size_t kMostText = 64U << 20U;  // of all tests together
constexpr std::size_t kLeastText = 1024;       // of each, when there is no room for more
constexpr std::size_t kMostTests = 200'000;
constexpr std::size_t kMostWarnings = 20;

}  // namespace

const TestEvent* TestEvents::last_open() const {
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

TestEvent* TestEvents::find(std::string_view id) {
  const auto known = by_id_.find(id);
  return known == by_id_.end() ? nullptr : known->second;
}

TestEvent* TestEvents::named(std::string_view id) {
  if (TestEvent* known = find(id)) return known;
  if (id.empty() || id.size() > kLongestText) return nullptr;
  overflowed_ = overflowed_ || tests_.size() >= kMostTests;
  if (overflowed_) return nullptr;
  TestEvent& test = tests_.emplace_back();
  test.id = id;
  by_id_.emplace(test.id, &test);
  return &test;
}

TestEvent* TestEvents::adopt(TestEvent& test) {
  if (test.id.empty() || test.id.size() > kLongestText) return nullptr;
  if (overflowed_ || tests_.size() >= kMostTests) {
    overflowed_ = overflowed_ || find(test.id) == nullptr;
    return nullptr;
  }
  TestEvent& kept = tests_.emplace_back(std::move(test));
  if (!by_id_.emplace(kept.id, &kept).second) {
    test = std::move(kept);
    tests_.pop_back();
    return nullptr;
  }
  open_ += kept.open() ? 1 : 0;
  return &kept;
}

void TestEvents::expect(std::size_t tests) {
  by_id_.reserve(std::min(tests, kMostTests));
}

bool TestEvents::start(TestEvent& test) {
  if (test.number != 0 || ended_) return false;
  test.number = ++last_number_;
  test.begun = std::chrono::steady_clock::now();
  ++open_;
  ++steps_;
  tell(&test);
  return true;
}

bool TestEvents::finish(TestEvent& test, std::optional<Status> status, bool cut) {
  if (!test.open() || ended_) return false;
  text_bytes_ -= std::min(text_bytes_, test.failed.size());
  test.failed.clear();
  test.status = status;
  test.group = !status;
  --open_;
  test.cut = cut;
  if (!cut) test.finished = ++steps_;
  tell(&test);
  return true;
}

// (No step: it isn't what the test that runs meanwhile has got done.)
bool TestEvents::late(TestEvent& test, std::string message) {
  if (!test.status || ended_) return false;
  if (test.status != Status::error) test.status = Status::fail;
  if (!test.message.empty() && !message.empty()) test.message += "\n\n";
  test.message += bounded(std::move(message));
  return true;
}

// (No step either.)
bool TestEvents::failed(TestEvent& test, std::string message) {
  if (!test.open() || ended_) return false;
  if (test.failed.size() < kLongestText) test.failed += bounded(std::move(message));
  return true;
}

void TestEvents::error(std::string message, Kind kind) {
  message = bounded(std::move(message));
  unavailable_ = unavailable_ || kind.unavailable;
  bad_settings_ = bad_settings_ || kind.bad_settings;
  none_there_ = none_there_ || kind.none_there;
  behind_tests_ = kind.behind_tests && (error_.empty() || behind_tests_);
  if (error_.empty()) {
    error_ = message.empty() ? "The tests can't be run, and their framework doesn't say why." : message;
  } else if (error_.find(message) == std::string::npos) {
    error_ += "\n\n" + message;
  }
}

void TestEvents::warning(std::string message) {
  const bool known = std::find(warnings_.begin(), warnings_.end(), message) != warnings_.end();
  if (!known && warnings_.size() < kMostWarnings) warnings_.push_back(bounded(std::move(message)));
}

void TestEvents::version(std::string text) {
  if (version_.empty()) version_ = bounded(std::move(text));
}

std::string TestEvents::bounded(std::string text) {
  const std::size_t room = std::min(kLongestText, kMostText - std::min(kMostText, text_bytes_));
  cut_middle(text, std::max(room, kLeastText));
  text_bytes_ += text.size();
  return text;
}

void TestEvents::append(std::string& text, std::string_view more, std::size_t limit) {
  const std::size_t before = text.size();
  append_cut(text, more, text_bytes_ < kMostText ? limit : std::min(limit, kLeastText));
  text_bytes_ += text.size();
  text_bytes_ -= std::min(text_bytes_, before);
}

}  // namespace proctor::format
