#include "run/asked_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "framework/framework_ids.hpp"
#include "request/called.hpp"

namespace proctor {
namespace {

// Of the tests that are there, by their ids: those whose last name is near to what was asked for.
std::vector<std::string> nearest_ids(const std::string& asked, const std::vector<std::string>& ids) {
  std::vector<std::string> names;
  names.reserve(ids.size());
  for (const std::string& id : ids) names.push_back(last_name(id));
  std::vector<std::string> meant;
  for (const std::string& name : nearest(last_name(asked), names)) {
    for (std::size_t i = 0; i < ids.size() && meant.size() < 3; ++i) {
      const std::string text = printable(ids[i]);
      if (names[i] == name && std::find(meant.begin(), meant.end(), text) == meant.end())
        meant.push_back(text);
    }
  }
  return meant;
}

}  // namespace

void settle_names(const Job& job, const KnownTests& known, Request& request) {
  if (job.definition.format == "proctor-events") return;
  std::vector<TestId> tests;
  std::vector<TestId> unknown;
  for (const TestId& test : request.only) {
    const auto [name, has_file] = framework::called(test, job.workspace.root());
    const bool plain = has_file && name.find('\\') == std::string::npos;
    const std::vector<TestId> meant = plain ? std::vector<TestId>() : known.called(name);
    if (!plain && meant.empty()) unknown.push_back(test);
    if (plain || meant.empty()) tests.push_back(test);
    tests.insert(tests.end(), meant.begin(), meant.end());
  }
  // A name alone that nobody has printed here: the tool may know it.
  const bool name_alone = unknown.size() == 1 && tests == unknown && unknown.front().file.empty();
  const auto& commands = job.definition.run;
  const bool has_list = !commands.list.empty() && (!commands.list_on_demand || request.shard);
  if (name_alone && !has_list && request.filter.empty()) {
    request.filter = "^" + RE2::QuoteMeta(unknown.front().name) + "($|\\()";
    tests.clear();
  }
  request.only = std::move(tests);
}

void add_nearest(const Request& request, const KnownTests& known, Error& error,
                 const std::vector<std::string>& there) {
  std::vector<std::string> asked{request.filter};
  for (const TestId& test : request.only) asked.push_back(to_text(test));
  std::vector<std::string> meant;
  for (const std::string& name : asked) {
    if (!name.empty() && meant.empty()) meant = known.nearest_to(name);
    if (!name.empty() && meant.empty()) meant = nearest_ids(name, there);
  }
  if (meant.empty() || error.message.find("id you mean") != std::string::npos) return;
  error.message += " Did you mean " + fmt::format("{}", fmt::join(meant, " or ")) + "?";
}

}  // namespace proctor
