#include "shell/reading.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "shell/nodes.hpp"

namespace proctor::shell {
namespace {

constexpr int kMostSteps = 5'000;
constexpr int kMostLevels = 100;

const States& fresh() {
  static const States kFresh{{.ok = true}, {.ok = false}};
  return kFresh;
}
}  // namespace

Reading::Verdict Reading::read() {
  const States ends = outcomes();
  if (runners_.empty()) return Verdict::no_runner;
  const auto tests_failed = [](const State& state) { return state.ok && state.failed; };
  const auto none_ran = [](const State& state) { return state.ok && !state.ran; };
  const std::string& runner = runners_.back().text;
  if (ends.any(tests_failed)) {
    lose(fmt::format("the exit code isn't that of `{}`", runner));
  } else if (ends.any(none_ran)) {
    why_ = fmt::format("the command can end with 0 without running `{}`", runner);
  } else {
    return Verdict::own;
  }
  return Verdict::lost;
}

States Reading::outcomes() {
  // "exit $rc", or else "rc=$?" or "[ $rc -eq 0 ]"
  static const RE2 kExits(R"(\bexit\s+"?\$\{?(\w+))"), kKeeps(R"(\b(\w+)=\$(?:\?|\{PIPESTATUS))"),
      kAsked(R"((?:\[|\(\()\s*"?\$?\{?([A-Za-z_]\w*)\}?"?\s*(?:-eq|-ne|-gt|[=!>]=?)\s*"?0)");
  const re2::StringPiece text(text_.data(), text_.size());
  if (!RE2::PartialMatch(text, kExits, &kept_name_) && !RE2::PartialMatch(text, kKeeps, &kept_name_))
    RE2::PartialMatch(text, kAsked, &kept_name_);
  const source::Tree tree = source::parse(*source::find_grammar("bash"), text_);
  States out = unknown();
  bool readable = tree != nullptr;
  if (tree) {
    const TSNode root = ts_tree_root_node(tree.get());
    readable = !ts_node_has_error(root);
    out = child([&](const States& in) { return statements(children(root), in, true); });
    functions_.clear();  // nodes of the tree
  }
  if (readable && !gave_up_ && !is_misread_) return out;
  if (runners_.empty()) {
    const std::string runner = find_runner(text_);
    if (runner.empty()) return unknown();
    found_runner(runner);
  }
  why_ = fmt::format("the command can't be read to its end, and `{}` is in it", runners_.back().text);
  return tests_somehow();
}

// Runs in a process of its own: what can come of it, whatever was before.
States Reading::child(const std::function<States(const States&)>& run) {
  const States exits = std::exchange(exits_, {}), jumps = std::exchange(jumps_, {});
  const bool errexit = errexit_, pipefail = pipefail_, unsure = std::exchange(unsure_, false);
  const bool in_loop = std::exchange(in_loop_, false);
  const Place place = std::exchange(place_, {});
  States out = run(fresh());
  out |= exits_ | jumps_;
  if (out.empty()) out = fails();  // a loop without an end ends by a signal
  exits_ = exits;
  jumps_ = jumps;
  errexit_ = errexit;
  pipefail_ = pipefail;
  unsure_ = unsure;
  in_loop_ = in_loop;
  place_ = place;
  // Only with one of these exit codes: what the process had before it began is left out.
  return out.map([](State state, States& all) {
    state.first_ok = state.ok;
    state.kept = State::Kept::unset;
    all.add(state);
  });
}

States Reading::at(Place place, const std::function<States()>& run) {
  if (!runners_.empty()) place.runner = runners_.back().text;
  const Place before = std::exchange(place_, std::move(place));
  States out = run();
  place_ = before;
  return out;
}

States Reading::statements(const Nodes& nodes, States now, bool checked) {
  Nodes all;
  std::vector<bool> in_background;
  for (const TSNode node : nodes) {
    if (ts_node_is_named(node) && type_of(node) != "comment") {
      all.push_back(node);
      in_background.push_back(false);
    } else if (type_of(node) == "&" && !all.empty()) {
      in_background.back() = true;
    }
  }
  for (std::size_t i = 0; i < all.size() && !gave_up_; ++i) {
    const auto run = [&] {
      Parts parts;
      take_apart(all[i], parts);
      if (!in_background[i]) return list(parts, now, checked);
      const States job = child([&](const States& in) { return list(parts, in, checked); });
      const States out = (now | now.then(job)).ending(true);
      if (!loses(now) && loses(out)) lose(fmt::format("`{}` runs in the background", runners_.back().text));
      return out;
    };
    now = i == 0 ? run()
                 : at({Place::Kind::next, shown(source(all.back())), ts_node_end_byte(all[i - 1])}, run);
  }
  return now;
}

void Reading::take_apart(TSNode node, Parts& parts) const {
  const std::string_view type = type_of(node);
  if (!is_one_of(type, {"list", "pipeline", "negated_command", "redirected_statement", "heredoc_redirect"}) ||
      (type == "redirected_statement" && ts_node_is_null(field(node, "body")))) {
    parts.push_back({.node = node});
    return;
  }
  for (const TSNode part : children(node)) {
    const std::string_view kind = type_of(part);
    if (is_one_of(kind, {"&&", "||", "|", "|&", "!"})) {
      parts.push_back({.operation = kind == "|&" ? "|" : kind});
    } else if (is_one_of(kind, {"file_redirect", "herestring_redirect", "heredoc_redirect"})) {
      if (!parts.empty()) parts.back().redirects.push_back(part);
      if (kind == "heredoc_redirect") take_apart(part, parts);
    } else if (ts_node_is_named(part) && !kind.starts_with("heredoc_")) {
      take_apart(part, parts);
    }
  }
}

States Reading::list(const Parts& parts, States now, bool checked) {
  std::string_view operation;
  bool errexit = errexit_, pipefail = pipefail_;
  const bool unsure = unsure_;
  // What `set` turns on behind `&&` is on until `||` or the end of the list.
  const auto only_what_is_sure = [&] {
    errexit_ = errexit_ && errexit;
    pipefail_ = pipefail_ && pipefail;
  };
  for (auto at_part = parts.begin(); at_part != parts.end();) {
    const auto end = std::find_if(at_part, parts.end(), [](const Part& part) {
      return part.operation == "&&" || part.operation == "||";
    });
    const States in = operation.empty() ? now : operation == "&&" ? now.ok() : now.bad();
    const States skips = operation.empty() ? States() : operation == "&&" ? now.bad() : now.ok();
    const auto run = [&] {
      return pipeline(&*at_part, &*at_part + (end - at_part), in, checked && end == parts.end());
    };
    const bool other = operation == "||";
    if (other) {
      only_what_is_sure();
      unsure_ = true;
    }
    if (at_part != end) {
      now = (other ? at({Place::Kind::alternative, shown(source(at_part->node))}, run) : run()) | skips;
    }
    if (operation.empty()) {
      errexit = errexit_;
      pipefail = pipefail_;
    }
    if (end == parts.end()) break;
    operation = end->operation;
    at_part = end + 1;
  }
  only_what_is_sure();
  unsure_ = unsure;
  return now;
}

States Reading::pipeline(const Part* begin, const Part* end, States in, bool checked) {
  bool negated = false;
  std::vector<const Part*> stages;
  for (const Part* part = begin; part != end; ++part) {
    if (part->operation.empty())
      stages.push_back(part);
    else if (part->operation == "!")
      negated = !negated;
  }
  if (stages.empty()) return in;
  States out;
  if (stages.size() == 1) {
    out = element(*stages[0], in, checked && !negated);
    if (!negated) return out;
  } else {
    States ends = succeeds();
    for (const Part* stage : stages) {
      const States one =
          child([&](const States& start) { return element(*stage, start, checked && !negated); });
      ends = ends.map([&](const State& before, States& all) {
        one.map([&](const State& own, States&) {
          const bool ok = own.ok && (before.ok || !pipefail_);
          all.add({ok, before.failed || own.failed, before.ran || own.ran,
                   stage == stages[0] ? own.ok : before.first_ok});
        });
      });
    }
    out = in.then(ends);
    if (!loses(in) && loses(out) && !negated) {
      if (loses(ends))
        lose(fmt::format("the exit code is that of `{}`, not of `{}`", shown(source(stages.back()->node)),
                         runners_.back().text));
      else
        blame(stages[0]->node, in);
    }
  }
  if (negated) {
    out = out.map([](State state, States& all) {
      state.ok = !state.ok;
      all.add(state);
    });
    if (!loses(in) && loses(out))
      lose(fmt::format("`!` turns the exit code of `{}` round", runners_.back().text));
    return out;
  }
  return end_if_failed(out, checked);
}

States Reading::end_if_failed(States out, bool checked) {
  if (!errexit_ || !checked) return out;
  exits_ |= out.bad();
  return out.ok();
}

// One command of a pipeline. The first that lets the command go on after a failure is to blame.
States Reading::element(const Part& part, const States& in, bool checked) {
  if (++steps_ > kMostSteps || level_ > kMostLevels) gave_up_ = true;
  if (gave_up_) return in;
  ++level_;
  const bool exit_lost = loses(exits_);
  const States out = run_element(part, in, checked);
  --level_;
  if (!loses(in) && (loses(out) || (loses(exits_) && !exit_lost))) blame(part.node, in);
  return out;
}

// This command is the first behind which the exit code may be 0 although a runner has failed.
void Reading::blame(TSNode node, const States& in) {
  const std::string by = shown(source(node));
  const std::string_view type = type_of(node);
  const bool is_loop = is_one_of(type, {"while_statement", "for_statement", "c_style_for_statement"});
  const std::string& runner = runners_.back().text;
  if (place_.runner.empty()) place_.runner = runner;
  const bool within = !in.any([](const State& state) { return state.failed; });
  switch (within ? Place::Kind::none : place_.kind) {
    case Place::Kind::next:
      if (why_.empty()) end_of_statement_ = place_.end;
      return lose(fmt::format("the exit code is that of `{}`, not of `{}`", place_.command, place_.runner));
    case Place::Kind::alternative:
      return lose(fmt::format("if `{}` fails, the exit code is that of `{}`", place_.runner, place_.command));
    case Place::Kind::condition:
      return lose(fmt::format("the exit code of `{}` only decides what runs next", place_.runner));
    case Place::Kind::loop:
      return lose(fmt::format("the loop goes on after a `{}` that failed", place_.runner));
    case Place::Kind::none:
      break;
  }
  if (type == "if_statement")
    return lose(fmt::format("the exit code of `{}` only decides what runs next", runner));
  if (is_loop) return lose(fmt::format("the loop doesn't end with the exit code of each `{}`", runner));
  lose(fmt::format("`{}` can end with 0 although {} failed", by,
                   by == runner ? "tests" : fmt::format("`{}`", runner)));
}

States Reading::run_element(const Part& part, States in, bool checked) {
  const TSNode node = part.node;
  const std::string_view type = type_of(node);
  if (dialect_ == Dialect::sh && std::ranges::any_of(part.redirects, [&](TSNode redirect) {
        return source(redirect).starts_with("&>");
      })) {
    const States job = child([&](const States& start) { return run_element({.node = node}, start, true); });
    const States out = (in | in.then(job)).ending(true);
    if (!loses(in) && loses(out))
      lose(fmt::format("to sh the `&` of `&>` runs `{}` in the background", runners_.back().text));
    return out;
  }
  for (const TSNode redirect : part.redirects) in = substitutions(redirect, in);
  const Nodes inside = children(node);
  if (type == "command") return end_if_failed(command(part, in), checked);
  if (type == "compound_statement") return statements(inside, in, checked);
  if (type == "if_statement") return condition(node, in, checked);
  if (type == "case_statement") return choice(node, in, checked);
  if (type == "while_statement" || type == "for_statement" || type == "c_style_for_statement")
    return loop(node, in, checked);
  if (type == "subshell") {
    const States ends = child([&](const States& start) { return statements(inside, start, checked); });
    return end_if_failed(in.then(ends), checked);
  }
  if (type == "function_definition") {
    functions_[std::string(source(field(node, "name")))] = field(node, "body");
    return in.ending(true);
  }
  if (type == "ERROR") return statements(inside, in, checked);
  if (type == "variable_assignment" || type == "variable_assignments")
    return end_if_failed(assignment(node, in), checked);
  if (type == "declaration_command") return assignment(node, in).ending(true);
  return end_if_failed(question(source(node), substitutions(node, in)), checked);
}

// What runs in `$(…)`, backquotes and `<(…)`: the exit code is that of the last of these.
States Reading::substitutions(TSNode node, States now) {
  for (const TSNode part : children(node)) {
    const std::string_view type = type_of(part);
    if (type == "command_substitution" || type == "process_substitution") {
      // `set -e` isn't handed on.
      const bool errexit = std::exchange(errexit_, false);
      const States ends = child([&](const States& in) { return statements(children(part), in, true); });
      errexit_ = errexit;
      now = now.then(ends);
      ++substituted_;
      if (type == "process_substitution") now = now.ending(true);
    } else if (type != "pipeline" && type != "list" && type != "function_definition") {
      now = substitutions(part, now);
    }
  }
  return now;
}

std::string_view Reading::source(TSNode node) const {
  if (ts_node_is_null(node)) return {};
  return text_.substr(ts_node_start_byte(node), ts_node_end_byte(node) - ts_node_start_byte(node));
}

void Reading::found_runner(std::string_view text, source::Range place) {
  const auto is_known = [&](const Runner& runner) {
    return runner.place.end == place.end && (place.end > 0 || runner.text == shown(text));
  };
  if (std::ranges::none_of(runners_, is_known)) runners_.push_back({place, shown(text)});
}

void Reading::lose(std::string why) {
  if (why_.empty()) why_ = std::move(why);
}

}  // namespace proctor::shell
