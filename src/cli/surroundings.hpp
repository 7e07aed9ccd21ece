// What the environment tells of where a run takes place: GitHub Actions, GitLab, Jenkins and others.
#pragma once

#include <string>

#include "writers/writer.hpp"

namespace proctor::cli {

/// Empty if it isn't set.
std::string environment_value(const char* name);

writers::Surroundings surroundings();

}  // namespace proctor::cli
