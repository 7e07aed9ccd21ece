// `proctor trust`: which proctor.toml of a project may widen what tools may do.
#pragma once

#include <string>

#include "cli/options.hpp"

namespace CLI {
class App;
}

namespace proctor::cli {

struct TrustOptions {
  std::string target{};  ///< a directory or a proctor.toml; the current directory if empty
  bool list = false;
  bool revoke = false;
  bool yes = false;  ///< it was looked at before
};

CLI::App* add_trust(CLI::App& app, TrustOptions& options);

int run_trust(const TrustOptions& options, const CommonOptions& common);

}  // namespace proctor::cli
