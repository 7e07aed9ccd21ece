#include "cli/surroundings.hpp"

#include <cstdlib>
#include <initializer_list>

namespace proctor::cli {

std::string environment_value(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

writers::Surroundings surroundings() {
  const auto first = [](std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (std::string value = environment_value(name); !value.empty()) return value;
    }
    return std::string();
  };
  // Of a pull request GITHUB_REF_NAME is "17/merge".
  writers::Surroundings around{
      .branch =
          first({"GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "CHANGE_BRANCH", "BRANCH_NAME"}),
      .commit = first({"GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT"}),
      .repository = first({"GITHUB_REPOSITORY", "CI_PROJECT_PATH"}),
      .build_name = first({"GITHUB_JOB", "CI_JOB_NAME", "JOB_NAME"}),
      .build_number = first({"GITHUB_RUN_NUMBER", "CI_PIPELINE_IID", "BUILD_NUMBER"}),
      .build_url = first({"CI_JOB_URL", "BUILD_URL"}),
      .checkout = first({"GITHUB_WORKSPACE", "CI_PROJECT_DIR"})};
  const std::string server = environment_value("GITHUB_SERVER_URL");
  const std::string run = environment_value("GITHUB_RUN_ID");
  if (!server.empty() && !run.empty() && !around.repository.empty())
    around.build_url = server + "/" + around.repository + "/actions/runs/" + run;
  return around;
}

}  // namespace proctor::cli
