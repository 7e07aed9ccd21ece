// Man pages, made from the command line's own description.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace proctor::cli {

/// The page of `command` (a subcommand of `app`) as roff text, or with an empty `command` the page of proctor
/// itself. `version` and `date` stand in the page's footer. Format: man-pages(7).
std::string manual_page(const CLI::App& app, const std::string& command, const std::string& version,
                        const std::string& date);

}  // namespace proctor::cli
