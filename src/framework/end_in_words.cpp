#include "framework/end_in_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/signal_name.hpp"
#include "base/text.hpp"

namespace proctor::framework {
namespace {

using Kind = Termination::Kind;

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

// The line of Go's runtime in which it says why it ends the program: with the exit code 2, as nothing else
// says it.
std::string_view reason_of_go(const Termination& termination, std::string_view printed) {
  if (termination.code != 2) return {};
  for (const std::string_view begin : {"fatal error: ", "panic: "}) {
    for (std::size_t at = printed.rfind(begin); at != std::string_view::npos;
         at = at == 0 ? std::string_view::npos : printed.rfind(begin, at - 1)) {
      if (at == 0 || printed[at - 1] == '\n') return printed.substr(at, printed.find('\n', at) - at);
    }
  }
  return {};
}

// What a student doesn't guess from the runtime's own words, which stand below.
std::string words_for_go(std::string_view reason, std::string_view who, bool is_part) {
  const std::string_view ended = is_part ? "which ended the whole program" : "which ended the run";
  if (reason.starts_with("panic: "))
    return fmt::format("A goroutine panicked while the {} ran, {}.", who, ended);
  if (reason == "fatal error: all goroutines are asleep - deadlock!")
    return fmt::format("The {} waits for ever: all goroutines are asleep, {}.", who, ended);
  if (reason == "fatal error: stack overflow")
    return fmt::format(
        "The {} called functions until the stack was full, {}: look for a recursion that doesn't end.", who,
        ended);
  return fmt::format("Go's runtime found something that it can't go on with while the {} ran, {}.", who,
                     ended);
}

// Where the numbers of a process's memory differ (0xc000123000), frames are the same.
bool same_but_addresses(std::string_view one, std::string_view other) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (;;) {
    const auto differ = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
    if (differ.first == one.end() && differ.second == other.end()) return true;
    const auto at = static_cast<std::size_t>(differ.first - one.begin());
    const std::size_t begin = one.rfind("0x", at);
    if (begin == std::string_view::npos ||
        one.substr(begin + 2, at - begin - 2).find_first_not_of(kDigits) != std::string_view::npos)
      return false;
    one.remove_prefix(std::min(one.find_first_not_of(kDigits, begin + 2), one.size()));
    other.remove_prefix(std::min(other.find_first_not_of(kDigits, begin + 2), other.size()));
  }
}

// Equal lines and blocks of lines behind one another, such as the frames of a recursion, are said once.
std::string fold_repeats(std::string_view text) {
  constexpr std::size_t kLargestBlock = 4, kFewest = 4;
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::string folded;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t block = 1, times = 1;
    for (std::size_t size = 1; size <= kLargestBlock && times < kFewest && !lines[i].empty(); ++size) {
      std::size_t count = 1;
      while (i + (count + 1) * size <= lines.size() &&
             std::equal(lines.begin() + static_cast<std::ptrdiff_t>(i),
                        lines.begin() + static_cast<std::ptrdiff_t>(i + size),
                        lines.begin() + static_cast<std::ptrdiff_t>(i + count * size), same_but_addresses))
        ++count;
      if (count >= kFewest) block = size, times = count;
    }
    for (std::size_t line = 0; line < block; ++line) folded.append(lines[i + line]) += '\n';
    if (times > 1)
      folded += fmt::format("… (the same {} {} more times)\n",
                            block == 1 ? "line" : fmt::format("{} lines", block), times - 1);
    i += block * times;
  }
  folded.pop_back();
  return folded;
}

// Of how much was used, or of how the kernel counts, only the last part is for whoever wrote the code: what
// is allowed.
std::string_view allowed_memory(std::string_view evidence) {
  const std::size_t end = evidence.rfind("; ");
  return end == std::string_view::npos ? evidence : evidence.substr(end + 2);
}

bool begins_runtime_words(std::string_view line) {
  constexpr std::array kBegin = {"panic: ",
                                 "fatal error: ",
                                 "fatal runtime error: ",
                                 "runtime: goroutine stack exceeds ",
                                 "runtime: out of memory: ",
                                 "SIGABRT: abort",
                                 "SIGQUIT: quit",
                                 "SIGSEGV: segmentation violation",
                                 "unexpected fault address ",
                                 "free(): ",
                                 "double free or corruption",
                                 "malloc(): ",
                                 "malloc_consolidate(): ",
                                 "munmap_chunk(): ",
                                 "realloc(): ",
                                 "corrupted ",
                                 "Fatal glibc error: ",
                                 "*** stack smashing detected ***",
                                 "*** buffer overflow detected ***",
                                 "<--- Last few GCs --->",
                                 "FATAL ERROR: ",
                                 "Fatal Python error: "};
  return std::any_of(kBegin.begin(), kBegin.end(),
                     [&](std::string_view begin) { return line.starts_with(begin); }) ||
         line == std::string(65, '=') ||  // a sanitizer's
         (line.starts_with("==") && line.find("==ERROR: ") != std::string_view::npos) ||
         line.find(": Assertion `") != std::string_view::npos ||
         line.find(" has overflowed its stack") != std::string_view::npos ||  // Rust's
         line.find("+++ Timeout +++") != std::string_view::npos ||            // pytest-timeout's
         line.find(": runtime error: ") != std::string_view::npos;
}

// What stays in sight of a line that is written anew again and again, without the blanks at its end.
std::string_view settled(std::string_view line) {
  const std::size_t end = line.find_last_not_of(" \t\r");
  line = line.substr(0, end == std::string_view::npos ? 0 : end + 1);
  const std::size_t begin = line.rfind('\r');
  return begin == std::string_view::npos ? line : line.substr(begin + 1);
}

}  // namespace

std::string last_lines(std::string_view printed) {
  constexpr std::size_t kLines = 30, kLinesOfRuntime = 24, kFirstOfRuntime = 18, kLongestLine = 400;
  const std::size_t words = runtime_words(printed);
  const bool runtime = words != std::string_view::npos;
  if (runtime) printed.remove_prefix(words);
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(printed)) {
    std::string text = for_terminal(settled(line));
    if (text.empty() && (lines.empty() || lines.back().empty())) continue;
    if (text.size() > kLongestLine) text = text.substr(0, utf8_prefix(text, kLongestLine)) + "…";
    lines.push_back(std::move(text));
  }
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  const std::size_t most = runtime ? kLinesOfRuntime : kLines;
  if (lines.size() > most) {
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(runtime ? kFirstOfRuntime : 0);
    const auto left_out = static_cast<std::ptrdiff_t>(lines.size() - most);
    *first = fmt::format("… ({} lines)", left_out + 1);
    lines.erase(first + 1, first + 1 + left_out);
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string with_printed(std::string text, std::string_view printed, bool hung) {
  for (const std::string_view begin : {"SIGQUIT: quit\nPC=", "Fatal Python error: Aborted\n"}) {
    if (hung) printed = printed.substr(0, printed.find(begin));
  }
  const std::string folded = fold_repeats(trim(printed));
  const std::string_view evidence = folded;
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
  const bool is_part = who == "test" || who == "file";  // of a program, which it takes with it
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
      if (const auto reason = reason_of_go(termination, printed); !reason.empty()) {
        text = words_for_go(reason, who, is_part);
        break;
      }
      text = fmt::format("The {} ended {}with exit code {}: nothing may end it while tests run.", who,
                         is_part ? "the whole program " : "", termination.code);
      break;
    case Kind::out_of_memory:
      text = fmt::format("The {} used too much memory: {}. Look for something that grows without end.", who,
                         allowed_memory(termination.evidence));
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
  const bool was_asked = termination.kind == Kind::timed_out || termination.kind == Kind::stalled ||
                         termination.kind == Kind::cancelled;
  return with_printed(std::move(text), printed, was_asked);
}

std::size_t runtime_words(std::string_view printed) {
  for (std::size_t at = 0; at < printed.size();) {
    const std::size_t end = std::min(printed.find('\n', at), printed.size());
    if (begins_runtime_words(printed.substr(at, end - at))) return at;
    at = end + 1;
  }
  return std::string_view::npos;
}

}  // namespace proctor::framework
