#include "exercism/settings.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <utility>

#include "base/files.hpp"

namespace proctor::exercism {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargest = 4U << 20U;
constexpr std::size_t kMostTests = 1'000;

// As people write it: with comments and a comma too many, and with the mark that some editors put before a
// text.
json::value read_lenient(const fs::path& file) {
  const auto read = read_if_there(file, kLargest);
  if (!read) return nullptr;
  std::string_view text = *read;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  json::parse_options options;
  options.allow_comments = true;
  options.allow_trailing_commas = true;
  options.allow_invalid_utf8 = false;
  json::error_code error;
  json::value value = json::parse({text.data(), text.size()}, error, {}, options);
  return error ? json::value(nullptr) : value;
}

// The name as it is to be used everywhere: relative, and not leading out. Empty: it can't be one.
std::string name_inside(const std::string& name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (name.empty() || std::any_of(name.begin(), name.end(), is_control)) return {};
  const fs::path path = fs::path(name).lexically_normal();
  if (path.is_absolute() || *path.begin() == "..") return {};
  return path.string();
}

// Also where it's reached through symbolic links: the copy that is tested has none that lead out.
bool is_file_inside(const fs::path& submission, const std::string& name) {
  std::error_code error;
  if (!fs::is_regular_file(submission / name, error)) return false;
  const fs::path top = fs::canonical(submission, error);
  const fs::path real = error ? fs::path() : fs::canonical(submission / name, error);
  return !error && std::mismatch(top.begin(), top.end(), real.begin(), real.end()).first == top.end();
}

// The files that config.json names under files.KEY, each once: those that lie in the submission, and those
// that don't.
void read_files(const json::object& config, const char* key, const fs::path& submission,
                std::vector<std::string>& there, std::vector<std::string>& missing) {
  const json::value* node = config.if_contains("files");
  if (node == nullptr || !node->is_object()) return;
  const json::value* names = node->get_object().if_contains(key);
  if (names == nullptr || !names->is_array()) return;
  for (const json::value& name : names->get_array()) {
    if (!name.is_string() || there.size() + missing.size() >= kMostTests) continue;
    const std::string file = name_inside(std::string(name.get_string()));
    if (file.empty()) continue;
    auto& files = is_file_inside(submission, file) ? there : missing;
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
}

TestMetadata metadata_of(const json::object& object) {
  TestMetadata data;
  const auto text = [&](const char* field) -> std::optional<std::string> {
    const json::value* value = object.if_contains(field);
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return std::string(value->get_string());
  };
  data.name = text("name");
  if (data.name && data.name->empty()) data.name.reset();  // every test has one
  data.code = text("test_code");
  const json::value* task = object.if_contains("task_id");
  if (task != nullptr && task->is_int64() && task->get_int64() > 0 && task->get_int64() < 1'000'000)
    data.task = static_cast<int>(task->get_int64());
  return data;
}

bool is_true_at(const json::value& value, std::string_view path) {
  if (path.empty()) return value.is_bool() && value.get_bool();
  if (!value.is_object()) return false;
  for (std::size_t end = path.size(); end != std::string_view::npos && end > 0;) {
    if (const json::value* member = value.get_object().if_contains(path.substr(0, end))) {
      if (is_true_at(*member, end == path.size() ? std::string_view() : path.substr(end + 1))) return true;
    }
    end = path.rfind('.', end - 1);
  }
  return false;
}

}  // namespace

bool Settings::is_true(std::string_view path) const {
  return !path.empty() && is_true_at(config, path);
}

Settings read_settings(const fs::path& submission) {
  Settings settings;
  // Older sites keep it in .exercism.
  for (const char* place : {".meta/config.json", ".exercism/config.json"}) {
    json::value config = read_lenient(submission / place);
    if (!config.is_object()) continue;
    settings.config = std::move(config.get_object());
    break;
  }
  read_files(settings.config, "test", submission, settings.tests, settings.missing);
  std::vector<std::string> own;
  std::vector<std::string> missing;
  read_files(settings.config, "solution", submission, own, missing);
  read_files(settings.config, "editor", submission, settings.author_files, missing);
  std::erase_if(settings.author_files, [&](const std::string& file) {
    return std::find(own.begin(), own.end(), file) != own.end();
  });
  const json::value metadata = read_lenient(submission / ".meta/tests-metadata.json");
  if (metadata.is_object()) {
    const json::value* tests = metadata.get_object().if_contains("tests");
    if (tests != nullptr && tests->is_array()) {
      for (const json::value& test : tests->get_array()) {
        if (!test.is_object()) continue;
        const std::string id = text_field(test.get_object(), "id");
        if (!id.empty()) settings.metadata.emplace(id, metadata_of(test.get_object()));
      }
    }
  }
  return settings;
}

}  // namespace proctor::exercism
