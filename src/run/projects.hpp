// A project with several parts (framework/parts.hpp): each is run by itself, one after the other, and the
// answer is one. It passes only if all parts pass. Names of tests are relative to the project's root, in what
// is asked as well as in the answer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/parts.hpp"
#include "run/commands.hpp"
#include "run/run.hpp"

namespace proctor {

/// A part, and what is asked of it: paths and names relative to its directory.
struct PartToRun {
  framework::Part part;
  Request request;
};

/// Which parts a request is for: those that --project and --framework name, that paths and tests lie in; all
/// of them where nothing is said. INVALID_REQUEST where that is none.
Result<std::vector<PartToRun>> parts_for(const Request& request, const std::vector<framework::Part>& all);

/// What is remembered of a part's tests goes by this: its directory, with the framework's name where the
/// directory has several parts.
std::filesystem::path memory_of(const framework::Part& part, const std::vector<framework::Part>& all,
                                const std::filesystem::path& root);

struct Projects {
  std::filesystem::path root;
  std::vector<framework::Part> all{};
  std::vector<PartToRun> chosen{};
  std::string unknown{};  ///< tests that no part has (framework::unknown_tests)

  /// Whether they are run as parts: not where one framework in the root is all that is asked for.
  bool are_several() const {
    return chosen.size() > 1 || (!chosen.empty() && !chosen.front().part.directory.empty());
  }
};

/// The parts of a project in place, and those that a request is for: none where it names a framework of no
/// part.
Result<Projects> projects_of(const Request& request, const std::vector<framework::Definition>& definitions,
                             const Config& config, const std::filesystem::path& root);

/// Runs the chosen parts; `run` runs one, in a workspace and with a request of its own. INVALID_REQUEST for
/// what holds for one part only (--debug, --changed).
Answer run_projects(const Projects& projects, const Request& request, const Engine& engine,
                    Clock::time_point begin,
                    const std::function<Answer(Job&, const Request&, const Engine&)>& run);

}  // namespace proctor
