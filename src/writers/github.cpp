// Workflow commands of GitHub Actions, which show failures beside the lines of a pull request. GitHub shows
// the first ten errors of a step and drops the others: so the tenth says how many there are.
#include <fmt/format.h>

#include <filesystem>

#include "base/text.hpp"
#include "writers/entries.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {
namespace {

constexpr std::size_t kMostErrors = 10;
constexpr std::size_t kLongestAnnotation = 4'000;  // GitHub cuts at 4 KiB

// A line ends a command, and "::" begins one: only at the beginning of a line, which no text here can reach.
std::string message_text(std::string text) {
  replace_all(text, "%", "%25");
  replace_all(text, "\r", "%0D");
  replace_all(text, "\n", "%0A");
  return text;
}

std::string property_text(const std::string& text) {
  std::string out = message_text(text);
  replace_all(out, ":", "%3A");
  replace_all(out, ",", "%2C");
  return out;
}

// From the root of the repository, as GitHub wants it.
std::string path_in_checkout(const std::string& file, const Written& written) {
  namespace fs = std::filesystem;
  if (file.empty() || !written.answer.report || written.around.checkout.empty()) return file;
  const fs::path whole = fs::path(written.answer.report->run.workdir) / file;
  const fs::path inside = whole.lexically_normal().lexically_relative(written.around.checkout);
  return inside.empty() || *inside.begin() == ".." ? file : inside.string();
}

std::string annotation(const std::string& kind, const Location& place, const std::string& title,
                       const std::string& message) {
  std::string properties;
  if (!place.file.empty()) {
    properties += " file=" + property_text(place.file);
    if (place.line) properties += fmt::format(",line={}", *place.line);
  }
  properties += (properties.empty() ? " title=" : ",title=") + property_text(title);
  return fmt::format("::{}{}::{}\n", kind, properties, message_text(message));
}

}  // namespace

std::string write_github(const Written& written) {
  struct Shown {
    const Group* group;
    const Entry* entry;
  };
  std::vector<Shown> bad;
  std::vector<std::string> flaky;
  const std::vector<Group> groups = groups_of(written.answer);
  for (const Group& group : groups) {
    for (const Entry& entry : group.entries) {
      // What went wrong with the run itself comes first: it is the one that may explain the others.
      if (entry.bad()) bad.insert(entry.code.empty() ? bad.end() : bad.begin(), {&group, &entry});
      if (!entry.bad() && failed_tries(entry) > 0) flaky.push_back(entry.name);
    }
  }
  std::string text;
  const std::size_t shown = bad.size() > kMostErrors ? kMostErrors - 1 : bad.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [group, entry] = bad[i];
    Location place = place_of(*group, *entry);
    place.file = path_in_checkout(place.file, written);
    const std::string title = entry->code.empty() ? group->title() + " > " + entry->name : entry->code;
    text += annotation("error", place, title, shortened(entry->message, kLongestAnnotation));
  }
  if (shown < bad.size()) {
    text += annotation("error", {}, "proctor",
                       fmt::format("{} more failed. GitHub shows {} errors of a step; the summary and the "
                                   "log name all.",
                                   bad.size() - shown, kMostErrors));
  }
  if (!flaky.empty()) {
    std::string names;
    for (std::size_t i = 0; i < std::min(flaky.size(), kMostErrors); ++i) names += "\n" + flaky[i];
    if (flaky.size() > kMostErrors) names += fmt::format("\n… {} more", flaky.size() - kMostErrors);
    text += annotation(
        "warning", {}, "Flaky tests",
        shortened(fmt::format("{} passed only at another try:{}", flaky.size(), names), kLongestAnnotation));
  }
  return text;
}

}  // namespace proctor::writers
