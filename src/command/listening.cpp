#include "command/listening.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/files.hpp"
#include "base/hmac.hpp"
#include "base/json.hpp"
#include "base/text.hpp"

namespace proctor::command {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNonceBytes = 16;
constexpr std::string_view kFiles = "listen/";
constexpr std::string_view kFolder = "{folder}";
constexpr std::string_view kSeparators =
    " \t\n:;\"'\\";  // of one variable or another: no path with one goes into them

// The part of a framework's folder that the clients are.
bool write_files(const framework::Definition& definition, const fs::path& folder) {
  for (const auto& [name, text] : definition.files) {
    if (!name.starts_with(kFiles)) continue;
    std::error_code error;
    fs::create_directories((folder / name).parent_path(), error);
    if (error || !write_file(folder / name, text, 0600)) return false;
  }
  return true;
}

// FILE, SUITE and NAME of an id that is FILE::SUITE::NAME, or FILE > NAME: as `proctor test` tells them.
void add(std::vector<Suite>& suites, const format::TestEvent& test, std::size_t order) {
  std::string name = test.name.empty() ? test.id : test.name;
  if (test.name.empty() && test.id.size() > test.file.size() && test.id.starts_with(test.file))
    name = test.id.substr(test.file.size() + 2);
  std::string suite;
  // (Parameters in brackets may have anything in them: test_a[x::y].)
  if (const std::size_t last = name.find("::"); test.name.empty() && last < name.find('[')) {
    suite = name.substr(0, last);
    name.erase(0, last + 2);
  }
  const auto same = [&](const Suite& one) { return one.file == test.file && one.name == suite; };
  auto into = std::find_if(suites.rbegin(), suites.rend(), same);
  if (into == suites.rend()) {
    suites.push_back({.file = to_valid_utf8(test.file), .name = to_valid_utf8(suite)});
    into = suites.rbegin();
  }
  Case result{.name = to_valid_utf8(name), .status = test.status.value_or(Status::error)};
  if (!test.message.empty()) result.reason = to_valid_utf8(test.message);
  if (!test.status) result.reason = "The test began and has no result.";
  result.duration_ms = test.duration_ms;
  if (test.line) result.location = Location{to_valid_utf8(test.file), test.line};
  result.order = order;
  result.id = test.id;
  into->cases.push_back(std::move(result));
}

// Nothing if it told of nothing: the tool wasn't to run any test, or says why by other means.
std::optional<format::Evidence> evidence_of(const format::EventStream& stream) {
  const format::TestEvents& events = stream.events();
  format::Evidence evidence;
  std::size_t order = 0;
  for (const format::TestEvent& test : events.tests()) {
    if (test.number != 0) add(evidence.suites, test, ++order);
  }
  // What failed outside of tests.
  if (!events.error().empty() && !events.none_there()) {
    const std::string said = for_terminal(trim(events.error()));
    evidence.failure_lines.push_back(said.substr(0, said.find('\n')));
  }
  if (order == 0) return evidence.failure_lines.empty() ? std::nullopt : std::optional(std::move(evidence));
  evidence.has_report = true;
  evidence.totals = count(evidence.suites);
  evidence.state.found = true;
  evidence.state.truncated = !events.ended();
  const std::string version = to_valid_utf8(events.version());
  const std::size_t space = std::min(version.find(' '), version.size());
  evidence.framework = {.name = version.substr(0, space),
                        .version = space < version.size() ? version.substr(space + 1) : ""};
  evidence.format = "proctor-events";
  return evidence;
}

}  // namespace

Listening::Listening(const std::vector<framework::Definition>& definitions, fs::path directory, fs::path root)
    : directory_(std::move(directory)), root_(std::move(root)) {
  nonce_ = random_hex(kNonceBytes);
  if (nonce_.empty() || directory_.native().find_first_of(kSeparators) != std::string::npos) return;
  for (const framework::Definition& definition : definitions) {
    const fs::path folder = definition.folder.empty() ? directory_ / definition.name : definition.folder;
    if (definition.listen.empty() || (definition.folder.empty() && !write_files(definition, folder)))
      continue;
    for (const auto& [name, value] : definition.listen) {
      std::string text = value;
      if (const std::size_t at = text.find(kFolder); at != std::string::npos)
        text.replace(at, kFolder.size(), folder.string());
      added_[name] += text;
    }
  }
}

void Listening::apply(supervise::Command& command, supervise::RunOptions& options) {
  if (added_.empty()) return;
  json::object added;
  for (const auto& [name, text] : added_) {
    added[name] = text;
    const std::string prefix = name + '=';
    const auto is_set = [&prefix](const std::string& entry) { return entry.starts_with(prefix); };
    const auto entry = std::find_if(command.environment.begin(), command.environment.end(), is_set);
    if (entry == command.environment.end()) {
      command.environment.push_back(prefix + text.substr(1));
    } else {
      *entry += *entry == prefix ? text.substr(1) : text;
    }
  }
  command.channel = directory_ / "channel";
  command.environment.push_back(
      "PROCTOR_LISTEN=" + to_json_line(json::object{{"channel", nonce_ + ' ' + command.channel.string()},
                                                    {"root", root_.string()},
                                                    {"added", std::move(added)}}));
  command.toolchain.push_back(directory_);  // a sandbox shows it
  options.channel = [this](int client, std::string_view bytes) { return read(client, bytes); };
}

std::string Listening::read(int client, std::string_view bytes) {
  auto& stream = clients_[client];
  if (!stream) stream = std::make_unique<format::EventStream>(nonce_);
  return stream->feed(client, bytes);
}

std::vector<format::Evidence> Listening::evidence() {
  std::vector<format::Evidence> all;
  for (const auto& [_, stream] : clients_) {
    if (auto one = evidence_of(*stream)) all.push_back(*std::move(one));
  }
  return all;
}

}  // namespace proctor::command
