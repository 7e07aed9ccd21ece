// The keys of framework.toml (docs/adding-a-framework.md), each with the type of its value.
#include <fmt/format.h>

#include <algorithm>
#include "framework/definition.hpp"
#include "framework/framework.hpp"
#include "framework/toml_value.hpp"
#include "framework/words.hpp"

namespace proctor::framework {
namespace {

TomlReader pattern(std::string& field) {
  return [&field](const TomlValue& value) { return read_pattern(value, field); };
}

TomlReader one_of(std::vector<std::string> words, std::string& field) {
  return
      [words = std::move(words), &field](const TomlValue& value) { return read_word(value, field, words); };
}

TomlReader code_style(source::CodeStyle& style) {
  return [&style](const TomlValue& value) {
    std::string word;
    auto done = read_word(value, word, source::code_styles());
    style = source::code_style(word).value_or(style);
    return done;
  };
}

TomlReader table(TomlKeys keys) {
  return [keys = std::move(keys)](const TomlValue& value) { return read_table(value, keys); };
}

// One sign; or one for each of several files, of which all else holds alike.
Result<void> read_sign(const TomlValue& value, std::vector<Sign>& signs) {
  Sign sign;
  if (const auto* glob = value.node.as_string()) {
    sign.glob = glob->get();
    signs.push_back(sign);
    return sign.glob.empty() ? value.bad("a glob", "an empty string") : Result<void>();
  }
  if (!value.node.is_table()) return value.bad("a glob or a table");
  std::vector<std::string> files;
  const auto file = [&files](const TomlValue& given) {
    return given.node.is_string() ? read(given, files.emplace_back()) : read(given, files);
  };
  auto done = read_table(value, {{"file", file},
                                 {"has", pattern(sign.has)},
                                 {"unless", pattern(sign.unless)},
                                 {"with", into(sign.with)},
                                 {"without", into(sign.without)},
                                 {"hint", into(sign.hint)}});
  if (done && (files.empty() || std::ranges::find(files, "") != files.end()))
    return value.bad("a table with a file", "one without");
  for (std::string& glob : files) {
    sign.glob = std::move(glob);
    signs.push_back(sign);
  }
  return done;
}

TomlReader signs(std::vector<Sign>& signs) {
  return [&signs](const TomlValue& value) {
    return read_items(value, "a list of globs and tables",
                      [&](const TomlValue& item) { return read_sign(item, signs); });
  };
}

TomlKeys commands(Definition::Commands& commands) {
  return {{"build", into(commands.build)},
          {"list", into(commands.list)},
          {"list_on_demand", into(commands.list_on_demand)},
          {"command", into(commands.command)},
          {"files", into(commands.files)},
          {"all", into(commands.all)},
          {"set", into(commands.set)}};
}

TomlReader naming(Definition::Naming& naming) {
  return [&naming](const TomlValue& value) -> Result<void> {
    std::string escape;
    auto done = read_table(value, {{"words", into(naming.words)},
                                   {"each",
                                    [&](const TomlValue& each) {
                                      naming.each.assign(each.node.is_string() ? 1 : 0, "");
                                      return each.node.is_string() ? read(each, naming.each.front())
                                                                   : read(each, naming.each);
                                    }},
                                   {"join", into(naming.join)},
                                   {"between", into(naming.between)},
                                   {"escape", one_of({"regex", "none"}, escape)}});
    naming.regex = escape == "regex";
    if (done && naming.words.empty()) return value.bad("a table with words", "one without");
    if (done && naming.each.size() != 1 && !naming.join.empty())
      return value.bad("one word in `each`, as `join` is there", fmt::format("{}", naming.each.size()));
    return done;
  };
}

TomlReader results(std::string& results) {
  return [&results](const TomlValue& value) -> Result<void> {
    if (auto done = read(value, results); !done) return done;
    for (const std::string_view place : {"file:{private}/", "file:{root}/"})
      if (results.starts_with(place) && results.size() > place.size()) return {};
    if (results == "stdout") return {};
    return value.bad(R"("stdout", "file:{private}/…" or "file:{root}/…")", '"' + results + '"');
  };
}

TomlReader options(std::map<std::string, std::vector<std::string>>& options) {
  return [&options](const TomlValue& value) {
    TomlKeys keys;
    for (const RequestOption& field : request_options()) {
      keys[field.name] = [&options, &field](const TomlValue& arguments) {
        return read(arguments, options[field.name]);
      };
    }
    return read_table(value, keys);
  };
}

TomlReader config_tests(Definition::Exercise& exercise) {
  return [&exercise](const TomlValue& value) -> Result<void> {
    if (value.node.is_boolean()) return read(value, exercise.config_tests);
    if (value.node.is_array()) return read(value, exercise.config_names);
    return value.bad("true, false or a list of patterns");
  };
}

TomlReader output(Definition::Exercise& exercise) {
  return [&exercise](const TomlValue& value) {
    exercise.out_counts = exercise.err_counts = false;
    return read_items(value, "a list of streams", [&](const TomlValue& item) {
      std::string stream;
      auto done = read_word(item, stream, {"out", "err", "joined"});
      exercise.joined = exercise.joined || stream == "joined";
      exercise.out_counts = exercise.out_counts || stream != "err";
      exercise.err_counts = exercise.err_counts || stream != "out";
      return done;
    });
  };
}

TomlReader order(bool& by_start) {
  return [&by_start](const TomlValue& value) {
    std::string word;
    auto done = read_word(value, word, {"end", "start"});
    by_start = word == "start";
    return done;
  };
}

TomlKeys source_keys(Definition::Source& source) {
  return {{"grammar", one_of(source::grammars(), source.grammar)},
          {"files", into(source.files)},
          {"code", code_style(source.code)},
          {"separator", into(source.separator)},
          {"whole_names", into(source.whole_names)},
          {"parse", into(source.parse)},
          {"section", pattern(source.section)},
          {"marks", table({{"begin", pattern(source.marks.begin)}, {"end", pattern(source.marks.end)}})},
          {"planned_only", into(source.planned_only)},
          {"last_counts", into(source.last_counts)}};
}

TomlKeys exercise_keys(Definition::Exercise& exercise) {
  TomlKeys keys{
      {"track", into(exercise.track)},
      {"version", [&](const TomlValue& value) { return read_number(value, exercise.version, 1, 3); }},
      {"format", one_of(formats(), exercise.format)},
      {"tests", into(exercise.tests)},
      {"needs", into(exercise.needs)},
      {"config_tests", config_tests(exercise)},
      {"output", output(exercise)},
      {"skipped_pass", into(exercise.skipped_pass)},
      {"trim_output", into(exercise.trim_output)},
      {"order", order(exercise.by_start)},
      {"names", into(exercise.names)},
      {"collapse", into(exercise.collapse)},
      {"shown", into(exercise.shown)},
      {"tasks_when", into(exercise.tasks_when)},
      {"tasks_numbered", into(exercise.tasks_numbered)},
      {"tasks_in", pattern(exercise.tasks_in)},
      {"task_per_group", into(exercise.task_per_group)},
      {"suites", into(exercise.suites)}};
  keys.merge(commands(exercise.commands));
  return keys;
}

TomlKeys keys_of(Definition& all) {
  return {
      {"name", into(all.name)},
      {"title", into(all.title)},
      {"format", one_of(formats(), all.format)},
      {"list_format", one_of(formats(), all.list_format)},
      {"results", results(all.results)},
      {"some", naming(all.some)},
      {"without", naming(all.without)},
      {"seen", naming(all.seen)},
      {"serial", into(all.serial)},
      {"errors_fail", into(all.errors_fail)},
      {"covers", into(all.covers)},
      {"recognise", signs(all.recognise)},
      {"test_files", table({{"names", into(all.test_files.names)}, {"has", pattern(all.test_files.has)}})},
      {"tool", table({{"name", into(all.tool)},
                      {"version", into(all.tool_version)},
                      {"hint", into(all.tool_hint)},
                      {"needs", into(all.needs)}})},
      {"source", table(source_keys(all.source))},
      {"run", table(commands(all.run))},
      {"options", options(all.options)},
      {"coverage", table({{"words", into(all.coverage.words)},
                          {"file", into(all.coverage.file)},
                          {"format", one_of({"lcov", "go"}, all.coverage.format)}})},
      {"environment",
       table({{"set", into(all.set)}, {"unset", into(all.unset)}, {"toolchain", into(all.toolchain)}})},
      {"listen", into(all.listen)},
      {"exercise", table(exercise_keys(all.exercise))},
      {"warm", table({{"command", into(all.warm)}})},
      {"evidence", [&](const TomlValue& value) { return read_evidence(value, all.evidence); }}};
}

}  // namespace

Result<Definition> parse_definition(std::string_view text, const std::string& name) {
  const auto parsed = parse_toml(text, name);
  if (!parsed) return tl::unexpected(parsed.error());
  Definition definition;
  if (auto done = read_table({*parsed, "", name}, keys_of(definition)); !done)
    return tl::unexpected(done.error());
  for (const auto& [key, missing] :
       {std::pair("name", definition.name.empty()),
        {"format", definition.format.empty()},
        {"recognise", definition.recognise.empty()},
        {"run.command", definition.run.command.empty() && definition.exercise.commands.command.empty()}}) {
    if (missing) return fail(ErrorCode::invalid_request, fmt::format("{}: {} is missing", name, key));
  }
  const bool of_native = !definition.results.empty() || !definition.some.words.empty() ||
                         !definition.without.words.empty() || !definition.seen.words.empty() ||
                         !definition.serial.empty() || !definition.run.list.empty() ||
                         !definition.exercise.commands.list.empty();
  if (of_native && !is_native(definition))
    return fail(
        ErrorCode::invalid_request,
        fmt::format(
            "{}: results, list, some, without, seen and serial are for formats that the tool itself writes, "
            "and {} is none",
            name, definition.format));
  if (definition.results.empty()) definition.results = "stdout";
  if (definition.title.empty()) definition.title = definition.name;
  for (format::WordRow& row : definition.evidence) row.tool = definition.name;
  return definition;
}

}  // namespace proctor::framework
