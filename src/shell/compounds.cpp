// `if`, loops and `case`: the part of Reading that doesn't know which of several commands run, or how often.
#include <algorithm>
#include <utility>

#include "shell/nodes.hpp"
#include "shell/reading.hpp"

namespace proctor::shell {

// One `if` or `elif`: adds to `out`, and returns where none of its conditions held.
States Reading::branch(TSNode node, const States& in, States& out, bool checked) {
  Nodes asked, done;
  Nodes* to = &asked;
  for (const TSNode part : children(node)) {
    const std::string_view type = type_of(part);
    if (type == "then") to = &done;
    if (type == "elif_clause" || type == "else_clause") break;
    to->push_back(part);
  }
  const States held = statements(asked, in, false);
  out |= statements(done, held.ok(), checked);
  return held.bad();
}

States Reading::condition(TSNode node, const States& in, bool checked) {
  const bool unsure = std::exchange(unsure_, true);
  States out;
  States rest = branch(node, in, out, checked);
  for (const TSNode part : children(node)) {
    const auto run = [&] {
      if (type_of(part) == "elif_clause") return branch(part, rest, out, checked);
      if (type_of(part) != "else_clause") return rest;
      out |= statements(children(part), rest, checked);
      return States();
    };
    rest = at({.kind = Place::Kind::condition}, run);
  }
  unsure_ = unsure;
  return out | rest.ending(true);
}

States Reading::loop(TSNode node, const States& in, bool checked) {
  const bool unsure = std::exchange(unsure_, true);
  const bool in_loop = std::exchange(in_loop_, true);
  const States jumps = std::exchange(jumps_, {});
  const bool asks = type_of(node) == "while_statement";
  const Nodes parts = children(node);
  const bool until = !parts.empty() && type_of(parts[0]) == "until";
  Nodes asked;
  bool surely = false;  // at least one round
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    const char* name = ts_node_field_name_for_child(node, i);
    const std::string_view role = name == nullptr ? "" : name;
    if (asks && role == "condition") asked.push_back(parts[i]);
    if (role == "value" && !is_expansion(type_of(parts[i])) && type_of(parts[i]) != "string") surely = true;
  }
  States now = in, left, rounds;
  for (const Nodes body = children(field(node, "body")); !gave_up_;) {
    const States before = now;
    const auto round = [&] {
      const States held = asks ? statements(asked, now, false) : now;
      left |= until ? held.ok() : asks ? held.bad() : surely ? States() : held;
      return statements(body, !asks ? held : until ? held.bad() : held.ok(), checked);
    };
    const States ends =
        !asks && now == in && rounds.empty() ? round() : at({.kind = Place::Kind::loop}, round);
    rounds |= ends;
    now |= ends | jumps_;
    if (now == before) break;
  }
  const States jumped = std::exchange(jumps_, jumps);
  in_loop_ = in_loop;
  unsure_ = unsure;
  // `while` ends with the exit code of its last round, or 0.
  return left.ending(true) | (asks ? left.ending(false) : rounds) | jumped;
}

States Reading::choice(TSNode node, const States& in, bool checked) {
  const bool unsure = std::exchange(unsure_, true);
  States out = in.ending(true);
  for (const TSNode item : children(node)) {
    if (type_of(item) != "case_item") continue;
    Nodes body = children(item);
    const auto paren = std::ranges::find(body, std::string_view(")"), type_of);
    body.erase(body.begin(), paren);
    out |= statements(body, in, checked);
  }
  unsure_ = unsure;
  return out;
}

}  // namespace proctor::shell
