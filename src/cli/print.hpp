// Puts an answer on stdout, and nothing else goes there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/options.hpp"
#include "report/report.hpp"

namespace proctor::cli {

/// Prints the answer as JSON or for a person, and returns the exit code that goes with it. Should stdout not
/// take the answer, that is told on stderr and the exit code isn't that of a pass.
int print_answer(const Answer& answer, const CommonOptions& options, bool verbose = false);

/// The same for an error alone.
int refuse(Error error, const CommonOptions& options);

/// For when nothing can be said in an answer.
int internal_exit_code();

/// A line on stderr.
void print_note(const std::string& line);

/// False if stdout didn't take all of it (also told on stderr).
bool print_text(std::string_view text);

/// Columns of the terminal; 0 if stdout isn't one.
std::size_t stdout_width();

/// Whether to colour a stream: as asked, and by NO_COLOR and the kind of the stream where nothing was asked.
bool use_color(const CommonOptions& options, int fd);

}  // namespace proctor::cli
