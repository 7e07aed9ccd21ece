// Puts one setting of an agent into a file's text, and takes it out again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agents/agent_list.hpp"
#include "base/error.hpp"

namespace proctor::agents {

/// A file's text with the setting added, or with the program's path corrected in it; the same text if nothing
/// is to do. INVALID_REQUEST if the text can't be read, or something of that name stands there that isn't
/// proctor's.
Result<std::string> with_setting(std::string text, const Setting& setting, const std::string& program);

/// A file's text without the setting. A container that gets empty is taken out, too, unless it is the whole.
Result<std::string> without_setting(std::string text, const Setting& setting);

/// The commands of a setting in a text, each as words for a shell; for a proof that it works.
std::vector<std::string> commands_of(std::string_view text, const Setting& setting);

}  // namespace proctor::agents
