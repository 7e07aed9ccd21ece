// Values by test, over several runs.
//
// Some tools say the file of a test only where it fails (TAP). So two names are one test if suite and name
// are the same, and one of them has no file.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "request/test_id.hpp"

namespace proctor {

template <typename Value>
class TestMap {
 public:
  /// Null if the test isn't there.
  Value* find(const TestId& test) {
    const auto named = by_name_.find({test.suite, test.name});
    if (named == by_name_.end()) return nullptr;
    auto& entries = named->second;
    auto found = std::find_if(entries.begin(), entries.end(),
                              [&test](const auto& entry) { return entry.first == test.file; });
    if (found == entries.end()) {
      found = std::find_if(entries.begin(), entries.end(),
                           [&test](const auto& entry) { return entry.first.empty() || test.file.empty(); });
    }
    return found == entries.end() ? nullptr : &found->second;
  }

  /// The value of the test; `otherwise` becomes it if there is none yet.
  Value& at_or_add(const TestId& test, Value otherwise) {
    if (Value* known = find(test)) return *known;
    return by_name_[{test.suite, test.name}].emplace_back(test.file, std::move(otherwise)).second;
  }

  /// Of all tests, by suite and name.
  std::vector<Value> values() const {
    std::vector<Value> all;
    for (const auto& [name, entries] : by_name_)
      for (const auto& entry : entries) all.push_back(entry.second);
    return all;
  }

 private:
  std::map<std::pair<std::string, std::string>, std::vector<std::pair<std::string, Value>>> by_name_{};
};

}  // namespace proctor
