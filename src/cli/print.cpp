#include "cli/print.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/json.hpp"
#include "output/envelope.hpp"
#include "output/terminal.hpp"

namespace proctor::cli {

std::size_t stdout_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool use_color(const CommonOptions& options, int fd) {
  if (options.color != "auto") return options.color == "always";
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return !(no_color && *no_color) && !(term && std::string_view(term) == "dumb") && isatty(fd) == 1;
}

bool print_text(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const std::string why = system_message("the answer can't be written to stdout", errno);
      std::fputs(fmt::format("proctor: {}\n", why).c_str(), stderr);  // fmt::print would throw

      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

int print_answer(const Answer& answer, const CommonOptions& options, bool verbose) {
  std::string text;
  if (options.json) {
    text = to_json_line(output::to_envelope(answer)) + '\n';
  } else {
    text = output::to_terminal(
        answer, {.color = use_color(options, STDOUT_FILENO), .width = stdout_width(), .verbose = verbose});
  }
  const bool printed = print_text(text);
  if (answer.error) return info(answer.error->code).exit_code;
  return printed && answer.ok() ? 0 : info(ErrorCode::internal_error).exit_code;
}

int refuse(Error error, const CommonOptions& options) {
  return print_answer({.error = std::move(error)}, options);
}

int internal_exit_code() {
  return info(ErrorCode::internal_error).exit_code;
}

void print_note(const std::string& line) {
  std::fputs((line + '\n').c_str(), stderr);  // fmt::print would throw
}

}  // namespace proctor::cli
