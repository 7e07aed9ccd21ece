#include "framework/forge_missing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/json.hpp"
#include "base/text.hpp"

namespace proctor::framework {
namespace {

using Kind = Termination::Kind;

std::string key_of_suite(const Suite& suite) {
  return suite.file.empty() ? suite.name : suite.file + ':' + suite.name;
}

std::string_view base_name(std::string_view signature) {
  return signature.substr(0, signature.find('('));
}

// The one entry that stands for a whole suite when its preparation failed.
const Case* failed_preparation(const Suite& suite) {
  for (const Case& test : suite.cases) {
    const std::string_view name = base_name(test.name);
    if (test.status != Status::pass &&
        (name == "setUp" || name == "constructor" || name == "beforeTestSetup"))
      return &test;
  }
  return nullptr;
}

std::string with_reason(std::string text, const Case& test) {
  if (test.reason && !test.reason->empty()) text += ": " + *test.reason;
  return text;
}

std::string stop_words(const Termination& termination) {
  switch (termination.kind) {
    case Kind::timed_out:
      return "when the time limit struck";
    case Kind::stalled:
      return "when the run stalled";
    case Kind::cancelled:
      return "when the run was cancelled";
    case Kind::out_of_memory:
      return "when the memory limit struck";
    case Kind::output_limit:
      return "when the output limit struck";
    case Kind::cpu_limit:
      return "when the CPU time limit struck";
    case Kind::process_limit:
      return "when the limit of processes struck";
    case Kind::disk_limit:
      return "when the disk limit struck";
    case Kind::signalled:
      return "when forge was killed";
    default:
      return "when forge ended";
  }
}

struct Cause {
  std::string text;
  bool on_purpose = false;
};

Cause cause_of(const std::string& key, const Suite* suite, const ForgeLog& log,
               const MissingContext& context) {
  if (suite) {
    if (const Case* preparation = failed_preparation(*suite)) {
      const std::string name(base_name(preparation->name));
      if (preparation->status == Status::skip) return {with_reason("skipped in " + name, *preparation), true};
      return {with_reason(name + " failed", *preparation)};
    }
    for (const Case& test : suite->cases) {
      if (test.status != Status::pass && test.name.starts_with("testFail")) {
        return {fmt::format("forge refuses the whole suite because of {}", test.name)};
      }
    }
  }
  if (context.termination.kind != Kind::exited) {
    const auto state = log.suites().find(key);
    const std::string stopped = stop_words(context.termination);
    if (state == log.suites().end()) return {"not reached " + stopped};
    if (state->second.finished) return {"its suite had finished, but the result was lost with forge"};
    return {"its suite was running " + stopped};
  }
  if (context.fail_fast) return {"stopped after the first failure (fail-fast)"};
  return {"forge's report has no result for it"};
}

}  // namespace

TestList read_forge_list(std::string_view text) {
  TestList list;
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with('{')) continue;
    const auto document = parse_json(line);
    if (!document || !document->is_object()) continue;
    for (const auto& file : document->get_object()) {
      if (!file.value().is_object()) continue;
      for (const auto& contract : file.value().get_object()) {
        if (!contract.value().is_array()) continue;
        std::vector<std::string>& names = list[std::string(file.key()) + ':' + std::string(contract.key())];
        for (const json::value& name : contract.value().get_array()) {
          if (name.is_string()) names.emplace_back(base_name(name.get_string()));
        }
      }
    }
  }
  return list;
}

bool is_complete(const std::vector<Suite>& suites, const ForgeLog& log) {
  if (!log.running_began()) return suites.empty();
  if (suites.size() < log.suites_found() || log.unnamed_unfinished() != 0) return false;
  for (const Suite& suite : suites) {
    const auto state = log.suites().find(key_of_suite(suite));
    if (state == log.suites().end() || !state->second.tests || *state->second.tests != suite.cases.size())
      return false;
    if (failed_preparation(suite)) return false;
  }
  for (const auto& [name, state] : log.suites()) {
    if (!state.finished) return false;
  }
  return true;
}

std::vector<NotRun> find_not_run(const TestList& list, const std::vector<Suite>& suites, const ForgeLog& log,
                                 const MissingContext& context) {
  std::map<std::string, const Suite*> by_key;
  for (const Suite& suite : suites) by_key[key_of_suite(suite)] = &suite;
  const auto find = [&by_key](const std::string& key) -> const Suite* {
    const auto found = by_key.find(key);
    return found == by_key.end() ? nullptr : found->second;
  };
  std::vector<NotRun> missing;
  const auto add = [&](const std::string& key, const std::string& name) {
    const std::size_t colon = key.rfind(':');
    const Cause cause = cause_of(key, find(key), log, context);
    missing.push_back({colon == std::string::npos ? "" : key.substr(0, colon),
                       colon == std::string::npos ? key : key.substr(colon + 1), name, cause.text,
                       cause.on_purpose});
  };
  for (const auto& [key, names] : list) {
    // Overloaded tests share a name: as many results as the list has entries are expected.
    std::multiset<std::string_view> results;
    if (const Suite* suite = find(key)) {
      for (const Case& test : suite->cases) results.insert(base_name(test.name));
    }
    for (const std::string& name : names) {
      const auto result = results.find(name);
      if (result == results.end()) {
        add(key, name);
      } else {
        results.erase(result);
      }
    }
  }
  for (const auto& [key, state] : log.suites()) {
    if (list.contains(key)) continue;
    const Suite* suite = find(key);
    const bool fewer = suite && state.tests && suite->cases.size() < *state.tests;
    if (!state.finished || !suite || fewer) add(key, "");
  }
  // Neither list nor log names them, but the log counted them.
  if (log.unnamed_unfinished() > 0) {
    missing.push_back({"", fmt::format("{} more suites", log.unnamed_unfinished()), "",
                       "began, and no end of them was seen"});
  }
  if (list.empty() && missing.empty() && suites.size() < log.suites_found()) {
    missing.push_back({"",
                       fmt::format("{} of {} suites", log.suites_found() - suites.size(), log.suites_found()),
                       "", cause_of("", nullptr, log, context).text});
  }
  return missing;
}

}  // namespace proctor::framework
