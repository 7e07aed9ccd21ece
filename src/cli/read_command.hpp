// `proctor read`.
#pragma once

#include "cli/options.hpp"

namespace proctor::cli {

int run_read(const ReadOptions& options, const CommonOptions& common);

}  // namespace proctor::cli
