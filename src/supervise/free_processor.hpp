// Whether the machine has a processor that nobody uses at the moment.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace proctor::supervise {

/// How many tasks run or wait for a processor, from the text of /proc/loadavg (proc(5)).
std::optional<std::size_t> running_tasks(std::string_view loadavg);

/// False where it can't be told. Cheap, so that it can be asked a hundred times a second.
bool is_a_processor_free();

}  // namespace proctor::supervise
