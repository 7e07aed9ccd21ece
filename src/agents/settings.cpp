#include "agents/settings.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include "agents/json_text.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "base/toml.hpp"

namespace proctor::agents {
namespace {

using enum Part;
using enum Format;

std::string filled(std::string_view value, const std::string& program) {
  std::string text(value);
  const auto in_string = [](const std::string& word) {
    const std::string literal = json_string(word);
    return literal.substr(1, literal.size() - 2);
  };
  replace_all(text, "{program}", in_string(program));
  replace_all(text, "{command}", in_string(shell_quote(program)));
  return text;
}

std::string words_of_part(Part part) {
  return part == mcp ? "mcp" : part == hook ? "hook" : "gate";
}

std::string string_at(std::string_view text, const JsonNode& node) {
  const auto value = parse_json(text.substr(node.begin, node.end - node.begin));
  return value && value->is_string() ? std::string(value->as_string()) : std::string();
}

// "/opt/proctor hook claude", from a handler's or a server's command and its arguments.
std::string command_line(std::string_view text, const JsonNode& handler) {
  const JsonNode* command = handler.member("command");
  if (command == nullptr) return {};
  std::string line;
  const auto add = [&](const JsonNode& list) {
    for (const JsonNode& each : list.items)
      line += (line.empty() ? "" : " ") + shell_quote(string_at(text, each));
  };
  const JsonNode* args = handler.member("args");
  if (command->kind == JsonNode::Kind::array) {
    add(*command);
  } else {
    line = args != nullptr ? shell_quote(string_at(text, *command)) : string_at(text, *command);
    if (args != nullptr) add(*args);
  }
  return line;
}

bool is_ours(const std::string& line, Part part) {
  return RE2::PartialMatch(line, R"((^|[/'"])proctor['"]? )" + words_of_part(part) + R"(\b)");
}

// The handlers that may be ours: of an element of an array, or the member itself.
const JsonNode* handler_in(std::string_view text, const JsonNode& element, Part part) {
  if (is_ours(command_line(text, element), part)) return &element;
  const JsonNode* inner = element.member("hooks");
  if (inner == nullptr) return nullptr;
  for (const JsonNode& each : inner->items) {
    if (is_ours(command_line(text, each), part)) return &each;
  }
  return nullptr;
}

const JsonNode* at_path(const JsonNode& root, std::string_view path) {
  const JsonNode* node = &root;
  for (const std::string& name : names_in(path)) {
    if (node != nullptr) node = node->member(name);
  }
  return node;
}

Result<JsonNode> read_settings(const std::string& text, const Setting& setting) {
  if (setting.format == strict && !trim(text).empty()) {
    const std::string_view plain = text.starts_with("\xEF\xBB\xBF") ? std::string_view(text).substr(3) : text;
    if (const auto strict = parse_json(plain); !strict) return tl::unexpected(strict.error());
  }
  auto root = read_json_text(text);
  if (root && root->kind != JsonNode::Kind::object)
    return fail(ErrorCode::invalid_request, "it is no JSON object");
  return root;
}

// The same command with another path of the program.
std::string corrected(const std::string& text, const JsonNode& handler, const Setting& setting,
                      const std::string& program) {
  const JsonNode* command = handler.member("command");
  if (command != nullptr && command->kind == JsonNode::Kind::array && !command->items.empty())
    command = &command->items.front();
  if (command == nullptr) return text;
  std::string written = program;
  if (setting.value.find("{command}") != std::string_view::npos) {
    static const RE2 kRest(R"(\b(hook|gate) .*$)");
    std::string rest;
    const std::string line = string_at(text, *command);
    const re2::StringPiece piece(line);
    re2::StringPiece found;
    if (kRest.Match(piece, 0, piece.size(), RE2::UNANCHORED, &found, 1)) rest = found.as_string();
    written = shell_quote(program) + ' ' + rest;
  }
  if (string_at(text, *command) == written) return text;
  std::string out = text;
  return out.replace(command->begin, command->end - command->begin, json_string(written));
}

Result<std::string> with_json(std::string text, const Setting& setting, const std::string& program) {
  if (trim(text).empty()) {
    const bool versioned = setting.agent == "cursor" || setting.agent == "vscode";
    text = versioned && setting.part != mcp ? "{\n  \"version\": 1\n}\n" : "{}\n";
  }
  auto root = read_settings(text, setting);
  if (!root) return tl::unexpected(root.error());
  const JsonNode* place = at_path(*root, setting.path);
  if (place != nullptr && setting.key.empty()) {
    for (const JsonNode& element : place->items) {
      if (const JsonNode* handler = handler_in(text, element, setting.part))
        return corrected(text, *handler, setting, program);
    }
  } else if (place != nullptr) {
    if (const JsonNode* member = place->member(setting.key)) {
      if (is_ours(command_line(text, *member), mcp)) return corrected(text, *member, setting, program);
      return fail(ErrorCode::invalid_request,
                  fmt::format("another server is called {} there; it is left as it is", setting.key));
    }
  }
  const auto names = names_in(setting.path);
  std::string path;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const JsonNode* outer = at_path(*root, path);
    path += (path.empty() ? "" : " ") + names[i];
    const bool is_list = setting.key.empty() && i + 1 == names.size();
    const auto wanted = is_list ? JsonNode::Kind::array : JsonNode::Kind::object;
    const JsonNode* inner = outer->member(names[i]);
    if (inner != nullptr && inner->kind != wanted)
      return fail(ErrorCode::invalid_request,
                  fmt::format("{} is no {} there", names[i], is_list ? "list" : "object"));
    if (inner != nullptr) continue;
    text = append_item(text, *outer, json_string(names[i]) + (is_list ? ": []" : ": {}"));
    root = read_json_text(text);
    if (!root) return tl::unexpected(root.error());
  }
  const std::string value = filled(setting.value, program);
  return append_item(text, *at_path(*root, path),
                     setting.key.empty() ? value : json_string(setting.key) + ": " + value);
}

Result<std::string> without_json(std::string text, const Setting& setting) {
  if (trim(text).empty()) return text;
  auto root = read_settings(text, setting);
  if (!root) return tl::unexpected(root.error());
  const JsonNode* place = at_path(*root, setting.path);
  if (place == nullptr) return text;
  bool removed = false;
  for (std::size_t i = 0; i < place->items.size() && !removed; ++i) {
    const JsonNode& item = place->items[i];
    if (!setting.key.empty()) {
      if (item.key != setting.key || !is_ours(command_line(text, item), mcp)) continue;
      text = remove_item(text, *place, i);
      removed = true;
      continue;
    }
    const JsonNode* handler = handler_in(text, item, setting.part);
    if (handler == nullptr) continue;
    const JsonNode* group = item.member("hooks");
    if (handler == &item || group == nullptr || group->items.size() == 1)
      text = remove_item(text, *place, i);
    else
      text = remove_item(text, *group, static_cast<std::size_t>(handler - group->items.data()));
    removed = true;
  }
  // Containers that are empty now, the innermost first.
  for (auto names = names_in(setting.path); removed && !names.empty(); names.pop_back()) {
    root = read_json_text(text);
    if (!root) return tl::unexpected(root.error());
    std::string outer;
    for (std::size_t i = 0; i + 1 < names.size(); ++i) outer += (outer.empty() ? "" : " ") + names[i];
    const JsonNode* holder = at_path(*root, outer);
    const JsonNode* inner = holder->member(names.back());
    if (inner == nullptr || !inner->items.empty()) break;
    text = remove_item(text, *holder, static_cast<std::size_t>(inner - holder->items.data()));
  }
  return text;
}

Result<std::string> with_table(std::string text, const Setting& setting, const std::string& program) {
  auto document = parse_toml(text, "it");
  if (!document) return tl::unexpected(document.error());
  if (const auto server = (*document)[setting.path][setting.key]) {
    const std::string command = server["command"].value_or(std::string());
    if (command == program) return text;
    if (!is_ours(shell_quote(command) + " mcp", mcp))
      return fail(ErrorCode::invalid_request,
                  fmt::format("another server is called {} there; it is left as it is", setting.key));
    replace_all(text, "command = " + json_string(command), "command = " + json_string(program));
    return text;
  }
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  if (!text.empty()) text += '\n';
  std::string block = filled(setting.value, program);
  if (text.find("\r\n") != std::string::npos) replace_all(block, "\n", "\r\n");
  text += block;
  if (const auto checked = parse_toml(text, "it"); !checked)
    return fail(ErrorCode::invalid_request,
                "mcp_servers stands there in a form that no table can be added to");
  return text;
}

Result<std::string> without_table(std::string text, const Setting& setting) {
  const auto document = parse_toml(text, "it");
  if (!document) return tl::unexpected(document.error());
  const std::string command = (*document)[setting.path][setting.key]["command"].value_or(std::string());
  if (!is_ours(shell_quote(command) + " mcp", mcp)) return text;
  static const RE2 kTable(
      R"((?s)(?:\r?\n)?\[mcp_servers\.proctor\][^\n]*\n(?:[^\[\n][^\n]*\n|\r?\n)*?((?:\r?\n)*(?:\[|$)))");
  RE2::Replace(&text, kTable, R"(\1)");
  return text;
}

}  // namespace

Result<std::string> with_setting(std::string text, const Setting& setting, const std::string& program) {
  switch (setting.format) {
    case whole:
      return filled(setting.value, program);
    case table:
      return with_table(std::move(text), setting, program);
    case strict:
    case commented:
      break;
  }
  return with_json(std::move(text), setting, program);
}

Result<std::string> without_setting(std::string text, const Setting& setting) {
  switch (setting.format) {
    case whole:
      return std::string();
    case table:
      return without_table(std::move(text), setting);
    case strict:
    case commented:
      break;
  }
  return without_json(std::move(text), setting);
}

std::vector<std::string> commands_of(std::string_view text, const Setting& setting) {
  std::vector<std::string> commands;
  if (setting.format == whole) {
    static const RE2 kStarts(R"re(spawnSync\(("[^\n]*?"), \["hook", "(\w+)"\])re");
    std::string program, agent;
    if (!RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), kStarts, &program, &agent))
      return commands;
    if (const auto path = parse_json(program); path && path->is_string())
      commands.push_back(shell_quote(std::string_view(path->get_string())) + " hook " + agent);
    return commands;
  }
  const auto root = read_json_text(text);
  const JsonNode* place = root ? at_path(*root, setting.path) : nullptr;
  if (place == nullptr || !setting.key.empty()) return commands;
  for (const JsonNode& element : place->items) {
    if (const JsonNode* handler = handler_in(text, element, setting.part))
      commands.push_back(command_line(text, *handler));
  }
  return commands;
}

}  // namespace proctor::agents
