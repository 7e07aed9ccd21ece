#include "shell/simple_commands.hpp"

#include "shell/nodes.hpp"
#include "source/grammar.hpp"

namespace proctor::shell {
namespace {

constexpr int kDeepestCommand = 100;

class CommandsReader {
 public:
  explicit CommandsReader(std::string_view line) : line_(line) {}

  LineCommands read() {
    const source::Tree tree = source::parse(*source::find_grammar("bash"), line_);
    if (!tree || ts_node_has_error(ts_tree_root_node(tree.get()))) return {};
    found_.readable = true;
    look(ts_tree_root_node(tree.get()), false, 0);
    return std::move(found_);
  }

 private:
  std::string_view source(std::size_t begin, std::size_t end) const {
    return trim(line_.substr(begin, end - begin));
  }
  std::string_view source(TSNode node) const {
    return source(ts_node_start_byte(node), ts_node_end_byte(node));
  }

  void look(TSNode node, bool reads_pipe, int depth) {
    if (depth > kDeepestCommand) {
      found_.readable = false;
      return;
    }
    const std::string_view type = type_of(node);
    if (type == "command") add(node, reads_pipe);
    if (type == "file_redirect") {
      const std::string_view text = source(node);
      if (!text.ends_with("/dev/null") && text.find("&1") == text.npos && text.find("&2") == text.npos)
        found_.plain = false;
    } else if (ts_node_is_named(node) &&
               !is_one_of(type,
                          {"program", "list", "pipeline", "redirected_statement", "command", "command_name",
                           "word", "string", "string_content", "raw_string", "number", "concatenation",
                           "comment", "variable_assignment", "variable_name", "simple_expansion",
                           "special_variable_name", "file_descriptor", "subshell"})) {
      found_.plain = false;
    }
    bool behind_pipe = reads_pipe;
    for (const TSNode part : children(node)) {
      look(part, behind_pipe, depth + 1);
      if (is_one_of(type_of(part), {"|", "|&"})) behind_pipe = true;
    }
  }

  void add(TSNode node, bool reads_pipe) {
    const TSNode name = field(node, "name");
    std::size_t begin = ts_node_start_byte(node);
    const std::size_t first = ts_node_is_null(name) ? begin : ts_node_start_byte(name);
    std::size_t end = ts_node_end_byte(node);
    for (const TSNode part : children(node)) {
      if (!type_of(part).ends_with("_redirect")) continue;
      if (ts_node_start_byte(part) < first)
        begin = ts_node_end_byte(part);
      else
        end = std::min<std::size_t>(end, ts_node_start_byte(part));
    }
    if (end < first) end = ts_node_end_byte(node);
    found_.commands.push_back({std::string(source(begin, end)), std::string(source(first, end)), reads_pipe});
  }

  std::string_view line_;
  LineCommands found_{};
};

}  // namespace

LineCommands simple_commands(std::string_view line) {
  return CommandsReader(line).read();
}

}  // namespace proctor::shell
