// `proctor approvals`: what waits for an answer, what was answered, and to answer it.
#pragma once

#include <string>

#include "cli/options.hpp"

namespace CLI {
class App;
}

namespace proctor::cli {

struct ApprovalsOptions {
  std::string action = "list";  ///< list, allow, deny, revoke
  std::string id{};
  bool always = false;
};

CLI::App* add_approvals(CLI::App& app, ApprovalsOptions& options);

int run_approvals(const ApprovalsOptions& options, const CommonOptions& common);

}  // namespace proctor::cli
