#include "source/predicate.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

namespace proctor::source {
namespace {

/// A capture or a string behind `#`.
struct Word {
  bool is_capture = false;
  std::uint32_t capture = 0;
  std::string text{};
};

/// `#eq? @capture "text"`: the name without `#`, and what stands behind it.
struct Statement {
  std::string name;
  std::vector<Word> words{};
};

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

tl::unexpected<Error> wrong(std::string message) {
  return fail(ErrorCode::test_config_invalid, std::move(message));
}

Result<std::shared_ptr<const re2::RE2>> compile_pattern(const std::string& pattern) {
  RE2::Options options;
  options.set_log_errors(false);
  auto compiled = std::make_shared<const RE2>(pattern, options);
  if (!compiled->ok())
    return wrong(fmt::format("'{}' is no regular expression: {}", pattern, compiled->error()));
  return compiled;
}

Result<Predicate> read_predicate(const std::string& name, std::span<const Word> words) {
  Predicate predicate;
  predicate.negated = name.starts_with("not-");
  const std::string_view plain = std::string_view(name).substr(predicate.negated ? 4 : 0);
  if (words.empty() || !words[0].is_capture)
    return wrong(fmt::format("#{} needs a capture as its first argument", name));
  predicate.capture = words[0].capture;
  const std::span<const Word> arguments = words.subspan(1);
  const bool strings = std::ranges::none_of(arguments, &Word::is_capture);

  if (plain == "eq?") {
    if (arguments.size() != 1) return wrong(fmt::format("#{} takes two arguments", name));
    if (arguments[0].is_capture) {
      predicate.kind = Predicate::Kind::equal_capture;
      predicate.other = arguments[0].capture;
      return predicate;
    }
    predicate.words.push_back(arguments[0].text);
    return predicate;
  }
  if (plain == "match?") {
    if (arguments.size() != 1 || !strings)
      return wrong(fmt::format("#{} takes a capture and a regular expression", name));
    predicate.kind = Predicate::Kind::matches;
    auto pattern = compile_pattern(arguments[0].text);
    if (!pattern) return tl::unexpected(pattern.error());
    predicate.pattern = *std::move(pattern);
    return predicate;
  }
  if (plain == "any-of?") {
    if (arguments.empty() || !strings) return wrong(fmt::format("#{} takes a capture and strings", name));
    predicate.kind = Predicate::Kind::any_of;
    for (const Word& word : arguments) predicate.words.push_back(word.text);
    return predicate;
  }
  return wrong(fmt::format(
      "#{} isn't known here; #eq? #not-eq? #match? #not-match? #any-of? #not-any-of? #set! are", name));
}

Result<void> read_setting(Settings& settings, std::span<const Word> words) {
  if (words.size() != 2 || words[0].is_capture || words[1].is_capture)
    return wrong("#set! takes a name and a value");
  if (words[0].text == "with") {
    settings.with = words[1].text;
    return {};
  }
  if (words[0].text == "task") {
    auto pattern = compile_pattern(words[1].text);
    if (!pattern) return tl::unexpected(pattern.error());
    if ((*pattern)->NumberOfCapturingGroups() != 1)
      return wrong(fmt::format("'{}' must have one group, around the task's number", words[1].text));
    settings.task = *std::move(pattern);
    return {};
  }
  return wrong(fmt::format("#set! {} isn't known here; with and task are", words[0].text));
}

Result<PatternRules> rules_of(std::span<const Statement> statements) {
  PatternRules rules;
  for (const Statement& statement : statements) {
    if (statement.name == "set!") {
      if (auto set = read_setting(rules.settings, statement.words); !set) return tl::unexpected(set.error());
    } else {
      auto predicate = read_predicate(statement.name, statement.words);
      if (!predicate) return tl::unexpected(predicate.error());
      rules.predicates.push_back(*std::move(predicate));
    }
  }
  return rules;
}

}  // namespace

bool Predicate::holds(std::span<const TSQueryCapture> captures, std::string_view text) const {
  for (const TSQueryCapture& captured : captures) {
    if (captured.index != capture) continue;
    const std::string_view own = text_of(captured.node, text);
    bool holds = false;
    switch (kind) {
      case Kind::equal:
      case Kind::any_of:
        holds = std::ranges::find(words, own) != words.end();
        break;
      case Kind::equal_capture: {
        const auto found = std::ranges::find(captures, other, &TSQueryCapture::index);
        holds = found != captures.end() && text_of(found->node, text) == own;
        break;
      }
      case Kind::matches:
        holds = RE2::PartialMatch(piece(own), *pattern);
        break;
    }
    if (holds == negated) return false;
  }
  return true;
}

Result<PatternRules> read_rules(const TSQuery& query, std::uint32_t pattern) {
  std::uint32_t count = 0;
  const TSQueryPredicateStep* steps = ts_query_predicates_for_pattern(&query, pattern, &count);
  std::vector<Statement> statements;
  bool within = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSQueryPredicateStep& step = steps[i];
    if (step.type == TSQueryPredicateStepTypeDone) {
      within = false;
      continue;
    }
    Word word{.is_capture = step.type == TSQueryPredicateStepTypeCapture};
    if (word.is_capture) {
      word.capture = step.value_id;
    } else {
      std::uint32_t length = 0;
      const char* value = ts_query_string_value_for_id(&query, step.value_id, &length);
      word.text.assign(value, length);
    }
    if (within) {
      statements.back().words.push_back(std::move(word));
    } else if (word.is_capture) {
      return wrong("a predicate without a name");
    } else {
      statements.push_back({std::move(word.text)});
      within = true;
    }
  }
  return rules_of(statements);
}

}  // namespace proctor::source
