// Which tests a tool is to run, in its own words (framework.toml: some, without).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/test_events.hpp"
#include "framework/definition.hpp"
#include "request/test_id.hpp"

namespace proctor::framework {

using Tests = std::vector<format::TestEvent>;

/// What `words` become for these tests. Nothing if the tool can't be told: it has no words for it, one of
/// these tests isn't known by what they need (its file, say), or a word is longer than the system takes.
std::optional<std::vector<std::string>> words_for(const Definition::Naming& naming, const Tests& tests,
                                                  std::string_view separator);

/// A test of a native report as the answer names it.
TestId name_of(const format::TestEvent& test);

/// Whether this test, or what it stands in, was asked for.
bool is_asked(const TestId& asked, const format::TestEvent& test, std::string_view separator);

/// What was asked for as a test that nobody has told of: its file is the longest beginning that is one.
format::TestEvent test_of(const TestId& asked, const std::filesystem::path& root);

}  // namespace proctor::framework
