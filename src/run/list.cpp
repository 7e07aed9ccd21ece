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
#include "run/projects.hpp"

namespace proctor {
namespace {

struct Chosen {
  Workspace workspace;
  const framework::Definition* definition;
  framework::Part part{};          // of a project with several; else the project
  std::filesystem::path memory{};  // what is remembered of its tests goes by this
  Request request;
};

// The parts of the project that the request is for, as a run has them.
Result<std::vector<Chosen>> choose(const Request& request, const Config& config,
                                   const std::vector<framework::Definition>& definitions) {
  auto workspace = Workspace::in_place(*request.project_root);
  if (!workspace) return tl::unexpected(workspace.error());
  const std::filesystem::path root = workspace->root();
  const auto projects = projects_of(request, definitions, config, root);
  if (!projects) return tl::unexpected(projects.error());
  std::vector<Chosen> all;
  for (const PartToRun& one : projects->chosen) {
    auto place = Workspace::in_place((root / one.part.directory).string());
    if (!place) return tl::unexpected(place.error());
    all.push_back({std::move(*place), one.part.definition, one.part, memory_of(one.part, projects->all, root),
                   one.request});
  }
  if (!all.empty()) return all;
  Request asked = request;
  if (asked.framework.empty()) asked.framework = config.frameworks.use;
  const auto definition = framework::choose(definitions, asked, root);
  if (!definition) return tl::unexpected(definition.error());
  all.push_back({std::move(*workspace), *definition, {}, root, request});
  return all;
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

Result<Listing> list_one(const Chosen& chosen, const Engine& engine) {
  const Request& request = chosen.request;
  Listing listing{.framework = chosen.definition->name};
  if (framework::can_list(*chosen.definition)) {
    auto told = list_by_tool(request, engine, chosen);
    if (!told) return told;
    listing = std::move(*told);
  }
  const KnownTests known(chosen.memory);
  if (!listing.by_tool) listing.tests = known.list().load();
  if (listing.tests.empty()) {
    return fail(
        ErrorCode::test_none_ran,
        fmt::format("{} doesn't tell its tests without running them, and none of them ran here before: "
                    "run_tests runs and names them.",
                    chosen.definition->title));
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
  for (TestId& test : *tests) test.file = chosen.part.from_root(test.file);
  std::sort(tests->begin(), tests->end());
  listing.tests = std::move(*tests);
  return listing;
}

Result<Listing> list(const Request& request, const Engine& engine) {
  const auto definitions = framework::load_definitions(engine.config.frameworks.path);
  if (!definitions) return tl::unexpected(definitions.error());
  const auto chosen = choose(request, engine.config, *definitions);
  if (!chosen) return tl::unexpected(chosen.error());
  const bool some = !request.filter.empty() || !request.only.empty();
  std::optional<Listing> whole;
  std::optional<Error> none;
  for (const Chosen& one : *chosen) {
    auto listed = list_one(one, engine);
    if (!listed) {
      // What is called so in another part is enough.
      if (!some || listed.error().code != ErrorCode::test_none_ran) return listed;
      none = listed.error();
    } else if (!whole) {
      whole = std::move(*listed);
    } else {
      whole->framework += ", " + listed->framework;
      whole->by_tool = whole->by_tool && listed->by_tool;
      whole->tests.insert(whole->tests.end(), listed->tests.begin(), listed->tests.end());
    }
  }
  if (!whole) return tl::unexpected(*none);
  return *std::move(whole);
}

std::string command_of(const framework::Definition& definition) {
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
  return command;
}

}  // namespace

Result<Means> means_of(const Request& request, const Config& config) {
  const auto definitions = framework::load_definitions(config.frameworks.path);
  if (!definitions) return tl::unexpected(definitions.error());
  const auto chosen = choose(request, config, *definitions);
  if (!chosen) return tl::unexpected(chosen.error());
  Means means{.title = "", .command = "", .can_list = true};
  for (const Chosen& one : *chosen) {
    const std::string& title = one.definition->title;
    const std::string& directory = one.part.directory;
    means.title += (means.title.empty() ? "" : ", ") + title + (directory.empty() ? "" : " in " + directory);
    means.command += (means.command.empty() ? "" : "; ") + command_of(*one.definition);
    means.can_list = means.can_list && framework::can_list(*one.definition);
  }
  return means;
}

Result<Listing> list_tests(const Request& request, const Engine& engine) {
  try {
    return list(request, engine);
  } catch (const std::exception& error) {
    return tl::unexpected(error_of(error));
  }
}

}  // namespace proctor
