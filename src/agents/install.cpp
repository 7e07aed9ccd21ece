#include "agents/install.hpp"

#include <fmt/format.h>
#include <re2/re2.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"

namespace proctor::agents {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = 64U << 20U;
constexpr unsigned kPermissions = 0777;

constexpr std::string_view kRulesText =
    "<!-- proctor: begin -->\n"
    "## Running tests\n\n"
    "Run tests through proctor: `proctor run -- npm test` with the project's own command, or `proctor "
    "test`.\n"
    "Its exit code is the verdict. Its last line says what failed, and how to run just that again.\n"
    "With MCP, use the tool `run_tests` of the server `proctor`.\n"
    "<!-- proctor: end -->\n";

std::string with_rules(std::string text) {
  if (text.find("<!-- proctor: begin -->") != std::string::npos) return text;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  if (!text.empty()) text += '\n';
  return text += kRulesText;
}

std::string without_rules(std::string text) {
  static const RE2 kRules(R"((?s)\n?<!-- proctor: begin -->.*?<!-- proctor: end -->\r?\n?)");
  RE2::Replace(&text, kRules, "");
  return text;
}

fs::path rules_file(const Agent& agent, const fs::path& project) {
  const fs::path file = project / agent.rules;
  std::error_code error;
  return fs::is_directory(file, error) ? file / "proctor.md" : file;
}

// Where a symbolic link leads, also one to a file that isn't there yet.
fs::path resolved(const fs::path& file) {
  std::error_code error;
  fs::path at = file;
  for (int i = 0; i < 40 && fs::is_symlink(at, error); ++i) {
    const fs::path target = fs::read_symlink(at, error);
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  const fs::path whole = fs::weakly_canonical(at, error);
  return error ? at : whole;
}

// What a file held before proctor changed it, and after it did.
struct Kept {
  fs::path before, after;
};

Kept kept_for(const fs::path& file) {
  const fs::path base =
      kept_dir() / (file.filename().string() + "-" + sha256_hex(file.string()).substr(0, 16));
  return {base.string() + ".before", base.string() + ".after"};
}

// A text without anything of proctor's, whichever file it is of.
std::string without_everything(std::string text) {
  text = without_rules(std::move(text));
  for (const Setting& setting : all_settings()) {
    if (setting.format == Format::whole) continue;
    if (auto less = without_setting(text, setting)) text = std::move(*less);
  }
  return text;
}

class Planner {
 public:
  explicit Planner(const InstallRequest& request) : request_(request) {}

  InstallPlan plan() {
    for (const std::string& name : request_.agents) {
      bool found = false, has_gate = false;
      for (const Setting& setting : all_settings()) {
        if (setting.agent != name || setting.user != request_.user) continue;
        if (!wants(setting.part)) continue;
        found = true;
        has_gate = has_gate || setting.part == Part::gate;
        if (!request_.remove && name == "vscode" && setting.part != Part::mcp && reads_claude(setting))
          continue;
        change(place_of(setting.file, request_.project), setting);
      }
      const Agent& agent = *find_agent(name);
      if (wants(Part::gate) && !request_.remove && !has_gate)
        plan_.notes.push_back(fmt::format("{} asks nobody before it is done: it gets no gate.", agent.title));
      if (request_.rules) change(rules_file(agent, request_.project), with_rules, without_rules);
      if (!found && !request_.rules && !request_.remove)
        plan_.notes.push_back(fmt::format("{} has no such settings of the {} that proctor knows.",
                                          agent.title, request_.user ? "user" : "project"));
    }
    if (request_.remove) {
      for (FileChange& file : plan_.files) restore(file);
    }
    return std::move(plan_);
  }

 private:
  bool wants(Part part) const { return std::ranges::find(request_.parts, part) != request_.parts.end(); }

  FileChange& file_at(const fs::path& place) {
    const fs::path file = resolved(place);
    for (FileChange& each : plan_.files) {
      if (each.file == file) return each;
    }
    FileChange change{.file = file, .of_user = request_.user};
    std::error_code error;
    change.existed = fs::exists(file, error);
    change.exists = change.existed;
    if (change.existed) {
      auto text = read_file(file, kLargestFile);
      if (!text) change.problem = text.error().message;
      struct stat status {};
      if (stat(file.c_str(), &status) == 0 && (status.st_mode & 0222U) == 0)
        change.problem = "it is read-only; make it writable and run this again";
      if (text) change.before = change.after = std::move(*text);
    }
    return plan_.files.emplace_back(std::move(change));
  }

  void change(const fs::path& place, const Setting& setting) {
    FileChange& file = file_at(place);
    if (!file.problem.empty()) return;
    if (request_.remove && !file.existed) return;
    if (setting.format == Format::whole && file.existed && file.before.find("proctor") == std::string::npos) {
      if (!request_.remove) file.problem = "another file of that name is there; it is left as it is";
      return;
    }
    auto text = request_.remove ? without_setting(file.after, setting)
                                : with_setting(file.after, setting, request_.program);
    if (!text)
      file.problem = text.error().message;
    else
      file.after = std::move(*text);
    if (!text) return;
    file.exists = !request_.remove || setting.format != Format::whole;
  }

  template <typename With, typename Without>
  void change(const fs::path& place, With with, Without without) {
    FileChange& file = file_at(place);
    if (file.problem.empty() && (file.existed || !request_.remove))
      file.after = request_.remove ? without(file.after) : with(file.after);
    file.exists = file.existed || !request_.remove;
  }

  // VS Code reads Claude's settings as well: with a hook in both, each command would be rewritten twice.
  bool reads_claude(const Setting& wanted) {
    for (const Setting& setting : all_settings()) {
      if (setting.agent != "claude" || setting.part != wanted.part || setting.user != wanted.user) continue;
      const fs::path place = place_of(setting.file, request_.project);
      const FileChange& file = file_at(place);
      if (commands_of(file.after, setting).empty()) return false;
      plan_.notes.push_back(fmt::format("VS Code reads {}, where the hook is already.", place.string()));
      return true;
    }
    return false;
  }

  // If nobody else has changed the file since, it becomes what it was, to the byte.
  static void restore(FileChange& file) {
    if (!file.problem.empty() || file.before == file.after) return;
    const Kept kept = kept_for(file.file);
    const auto after = read_if_there(kept.after);
    if (!after || *after != file.before) return;
    if (file.exists && without_everything(*after) != file.after) return;  // another part stays
    const auto before = read_if_there(kept.before);
    file.exists = before.has_value();
    file.after = before.value_or("");
  }

  const InstallRequest& request_;
  InstallPlan plan_{};
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

}  // namespace

fs::path kept_dir() {
  return user_state_dir() / "init";
}

InstallPlan plan_install(const InstallRequest& request) {
  return Planner(request).plan();
}

Result<void> apply(const FileChange& change) {
  const Kept kept = kept_for(change.file);
  if (auto made = make_private_dirs(kept.before.parent_path()); !made) return made;
  std::error_code error;
  const auto last = read_if_there(kept.after);
  const bool first = !last || *last != change.before;
  if (change.exists) {
    if (first) {
      fs::remove(kept.before, error);
      if (change.existed) {
        if (auto written = write_file(kept.before, without_everything(change.before)); !written)
          return written;
      }
    }
    if (auto written = write_file(kept.after, change.after); !written) return written;
  }
  if (!change.exists) {
    fs::remove(change.file, error);
    if (error) return fail(ErrorCode::invalid_request, change.file.string() + ": " + error.message());
    return {};
  }
  fs::create_directories(change.file.parent_path(), error);
  struct stat status {};
  const bool there = stat(change.file.c_str(), &status) == 0;
  const unsigned mode = there ? status.st_mode & kPermissions : change.of_user ? 0600U : 0644U;
  return write_file(change.file, change.after, mode);
}

std::string diff_of(const FileChange& change) {
  constexpr std::size_t kAround = 3;
  const auto before = lines_of(change.before);
  const auto after = lines_of(change.after);
  std::size_t same = 0;
  while (same < std::min(before.size(), after.size()) && before[same] == after[same]) ++same;
  std::size_t tail = 0;
  while (tail < std::min(before.size(), after.size()) - same &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  const std::size_t begin = same - std::min(same, kAround);
  const std::size_t more = std::min(tail, kAround);
  const std::size_t olds = before.size() - tail + more - begin, news = after.size() - tail + more - begin;
  std::string out = fmt::format("--- {}\n+++ {}\n@@ -{},{} +{},{} @@\n",
                                change.existed ? change.file.string() : "/dev/null",
                                change.exists ? change.file.string() : "/dev/null", olds == 0 ? 0 : begin + 1,
                                olds, news == 0 ? 0 : begin + 1, news);
  const auto add = [&out](char mark, std::string_view line) {
    out += mark;
    out += for_terminal(line);
    if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
  };
  for (std::size_t i = begin; i < same; ++i) add(' ', before[i]);
  for (std::size_t i = same; i < before.size() - tail; ++i) add('-', before[i]);
  for (std::size_t i = same; i < after.size() - tail; ++i) add('+', after[i]);
  for (std::size_t i = before.size() - tail; i < before.size() - tail + more; ++i) add(' ', before[i]);
  return out;
}

}  // namespace proctor::agents
