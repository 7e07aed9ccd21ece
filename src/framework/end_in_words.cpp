#include "framework/end_in_words.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/signal_name.hpp"
#include "base/text.hpp"

namespace proctor::framework {
namespace {

using Kind = Termination::Kind;

constexpr std::size_t kMostEvidence = 8U << 10U;

std::string crash_in_words(int signal) {
  switch (signal) {
    case 11:
      return "SIGSEGV: it used memory that it doesn't own, for example through a null pointer, beyond the "
             "end "
             "of an array, or by a recursion that doesn't end";
    case 6:
      return "SIGABRT: it called abort(), a check failed (assert, or one of the library's own), or nobody "
             "caught what it threw";
    case 8:
      return "SIGFPE: most likely a division by zero";
    case 4:
      return "SIGILL: an instruction that doesn't exist";
    case 7:
      return "SIGBUS: it used memory that isn't there";
    default:
      return signal_name(signal);
  }
}

// What Go's runtime says when it ends a program whose goroutines all wait for each other.
bool is_deadlock(const Termination& termination, std::string_view printed) {
  constexpr std::string_view kWords = "fatal error: all goroutines are asleep - deadlock!\n";
  const std::size_t at = printed.rfind(kWords);
  return termination.code == 2 && at != std::string_view::npos && (at == 0 || printed[at - 1] == '\n');
}

}  // namespace

std::string with_printed(std::string text, std::string_view printed, bool hung) {
  for (const std::string_view begin : {"SIGQUIT: quit\nPC=", "Fatal Python error: Aborted\n"}) {
    if (hung) printed = printed.substr(0, printed.find(begin));
  }
  const std::string_view evidence = trim(printed);
  if (evidence.empty()) return text;
  std::size_t kept = evidence.size();
  if (kept > kMostEvidence) {
    // Whole lines, or else words: a path of which only the beginning is left isn't known for what it is.
    kept = utf8_prefix(evidence, kMostEvidence);
    for (const std::string_view ends : {"\n", " \t\n"}) {
      const std::size_t end = evidence.find_last_of(ends, kept);
      if (end == std::string_view::npos || end < kMostEvidence / 2) continue;
      kept = end;
      break;
    }
  }
  text.append("\n\n").append(evidence.substr(0, kept));
  if (kept < evidence.size()) text += fmt::format("\n… ({} bytes more were cut off)", evidence.size() - kept);
  return text;
}

std::string describe_end(const Termination& termination, std::chrono::milliseconds limit,
                         const std::string& printed, std::string_view who) {
  const bool is_part = who == "test";  // of a program, which it takes with it
  std::string text;
  switch (termination.kind) {
    case Kind::timed_out:
    case Kind::stalled:
      text = fmt::format("The {} {}: look for {}.", who,
                         termination.silent ? "was stopped (" + termination.evidence + ')'
                                            : "didn't finish within " + format_duration(limit),
                         termination.busy ? "an endless loop"
                                          : "an endless loop, or for something that it waits for in vain");
      break;
    case Kind::signalled:
      text = fmt::format("The {} crashed{} ({}).", who, is_part ? ", which ended the whole program" : "",
                         crash_in_words(termination.code));
      break;
    case Kind::exited:
      if (is_deadlock(termination, printed)) {
        text = fmt::format("The {} waits for ever: all goroutines are asleep, which ended the {}.", who,
                           is_part ? "whole program" : "run");
        break;
      }
      text = fmt::format("The {} ended {}with exit code {}: nothing may end it while tests run.", who,
                         is_part ? "the whole program " : "", termination.code);
      break;
    case Kind::out_of_memory:
      text = fmt::format("The {} used too much memory: {}.", who, termination.evidence);
      break;
    case Kind::output_limit:
      text =
          fmt::format("The {} printed too much: {}. Look for a loop that prints.", who, termination.evidence);
      break;
    case Kind::cpu_limit:
    case Kind::process_limit:
    case Kind::disk_limit:
      text = fmt::format("The {} was stopped: {}.", who, termination.evidence);
      break;
    case Kind::cancelled:
      text = fmt::format("The run was cancelled while this {} ran.", who);
      break;
    case Kind::not_started:
      text = "The tests couldn't be started: " + termination.evidence + '.';
      break;
  }
  if (termination.kind == Kind::output_limit) return text;
  return with_printed(std::move(text), printed,
                      termination.kind == Kind::timed_out || termination.kind == Kind::stalled);
}

}  // namespace proctor::framework
