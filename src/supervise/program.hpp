// Which file a command name means, and in plain words why a program didn't start.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "supervise/spawn.hpp"

namespace proctor::supervise {

/// A name with a slash means itself. Any other is looked for in the PATH of `environment`; relative entries
/// of it count from `workdir`, and empty ones are skipped (they would mean the working directory, which
/// untrusted code fills). Files for which `shown` says no are passed over. The error is a sentence for a
/// person.
tl::expected<std::string, std::string> find_program(
    const std::string& name, const std::vector<std::string>& environment,
    const std::filesystem::path& workdir,
    const std::function<bool(const std::filesystem::path&)>& shown = {});

/// What stands behind "#!" in the file's first line; empty if it doesn't begin so.
std::string interpreter_of(const std::filesystem::path& file);

/// The reason for Termination::not_started.
std::string explain(const SpawnFailure& failure, const std::string& program,
                    const std::filesystem::path& workdir);

}  // namespace proctor::supervise
