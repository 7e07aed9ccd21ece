#include "run/list.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

#include "base/environment.hpp"
#include "base/exception.hpp"
#include "base/text.hpp"
#include "framework/framework.hpp"
#include "framework/recognise.hpp"
#include "request/called.hpp"
#include "run/commands.hpp"
#include "run/containment.hpp"
#include "run/known_tests.hpp"

namespace proctor {
namespace {

struct Chosen {
  Workspace workspace;
  std::vector<framework::Definition> definitions;
  const framework::Definition* definition;
};

Result<Chosen> choose(const Request& request, const Config& config) {
  auto workspace = Workspace::in_place(*request.project_root);
  if (!workspace) return tl::unexpected(workspace.error());
  auto definitions = framework::load_definitions(config.frameworks.path);
  if (!definitions) return tl::unexpected(definitions.error());
  Request asked = request;
  if (asked.framework.empty()) asked.framework = config.frameworks.use;
  const auto definition = framework::choose(*definitions, asked, workspace->root());
  if (!definition) return tl::unexpected(definition.error());
  Chosen chosen{std::move(*workspace), {}, *definition};
  chosen.definitions = std::move(*definitions);  // what the pointer leads to moves along
  return chosen;
}

// By the request's filter or names, wherever the list came from.
Result<std::vector<TestId>> chosen_of(std::vector<TestId> tests, const Request& request) {
  const RE2 filter(request.filter, RE2::Quiet);
  if (!filter.ok()) return invalid_field("filter", "is no regular expression: " + filter.error());
  std::vector<std::string> asked;
  for (const TestId& test : request.only) asked.push_back(name_path(test));
  std::erase_if(tests, [&](const TestId& test) {
    const std::string path = name_path(test);
    const auto names = [&path](const std::string& one) { return is_called(one, path); };
    if (!asked.empty() && std::none_of(asked.begin(), asked.end(), names)) return true;
    return !request.filter.empty() && !RE2::PartialMatch(to_text(test), filter);
  });
  return tests;
}

Result<Listing> list_by_tool(const Request& request, const Engine& engine, const Chosen& chosen) {
  Request all = request;
  all.filter.clear();
  all.only.clear();
  const std::vector<std::string> environment = engine.environment.value_or(own_environment());
  const auto containment = contain(engine.config, Origin::project, chosen.workspace.place(),
                                   [&engine] { return engine.supervisor.sandbox_obstacle(engine.stop); });
  if (!containment) return tl::unexpected(containment.error());
  const auto begin = Clock::now();
  const framework::Context context{
      .request = all,
      .config = engine.config,
      .workspace = chosen.workspace,
      .events = engine.events,
      .side_run = side_runs(engine, *containment, begin + time_limit(all, engine)),
      .environment = environment,
      .only = {},
      .deadline = begin + time_limit(all, engine),
      .exercise = std::nullopt};
  const auto tests = framework::make_framework(*chosen.definition);
  if (const auto plan = tests->plan(context); !plan) return tl::unexpected(plan.error());
  Listing listing{.framework = chosen.definition->name};
  if (auto listed = tests->list(context)) {
    listing.tests = std::move(*listed);
    listing.by_tool = true;
  }
  return listing;
}

Result<Listing> list(const Request& request, const Engine& engine) {
  const auto chosen = choose(request, engine.config);
  if (!chosen) return tl::unexpected(chosen.error());
  Listing listing{.framework = chosen->definition->name};
  if (framework::can_list(*chosen->definition)) {
    auto told = list_by_tool(request, engine, *chosen);
    if (!told) return told;
    listing = std::move(*told);
  }
  const KnownTests known(chosen->workspace.root());
  if (!listing.by_tool) listing.tests = known.list().load();
  if (listing.tests.empty()) {
    return fail(
        ErrorCode::test_none_ran,
        fmt::format("{} doesn't tell its tests without running them, and none of them ran here before: "
                    "run_tests runs and names them.",
                    chosen->definition->title));
  }
  auto tests = chosen_of(std::move(listing.tests), request);
  if (!tests) return tl::unexpected(tests.error());
  if (tests->empty()) {
    const std::string asked = request.only.empty() ? request.filter : to_text(request.only.front());
    const std::vector<std::string> meant = known.nearest_to(asked);
    return fail(ErrorCode::test_none_ran,
                "No test is called so." +
                    (meant.empty() ? "" : fmt::format(" Did you mean {}?", fmt::join(meant, " or "))));
  }
  std::sort(tests->begin(), tests->end());
  listing.tests = std::move(*tests);
  return listing;
}

}  // namespace

Result<Means> means_of(const Request& request, const Config& config) {
  const auto chosen = choose(request, config);
  if (!chosen) return tl::unexpected(chosen.error());
  const framework::Definition& definition = *chosen->definition;
  std::string command;
  for (const auto& words : {definition.run.build, definition.run.command}) {
    if (!words.empty() && !command.empty()) command += " && ";
    std::string between;
    for (std::string word : words) {
      replace_all(word, "{root}", ".");
      RE2::GlobalReplace(&word, R"(\{[a-z_]+\}/?)", "");
      if (word.empty()) continue;
      command += between + word;
      between = " ";
    }
  }
  return Means{definition.title, std::move(command), framework::can_list(definition)};
}

Result<Listing> list_tests(const Request& request, const Engine& engine) {
  try {
    return list(request, engine);
  } catch (const std::exception& error) {
    return tl::unexpected(error_of(error));
  }
}

}  // namespace proctor
