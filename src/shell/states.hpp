// All that can have happened at a place of a command.
#pragma once

#include <bitset>
#include <cstddef>
#include <initializer_list>

namespace proctor::shell {

struct State {
  enum class Kept { unset, zero, other };

  bool ok = true;           ///< the exit code so far is 0
  bool failed = false;      ///< a test runner ended with another
  bool ran = false;         ///< a test runner ended
  bool first_ok = true;     ///< the first command of the last pipeline ended with 0
  Kept kept = Kept::unset;  ///< what the variable has that the command ends with

  friend bool operator==(const State&, const State&) = default;
};

/// A set of states.
class States {
 public:
  States() = default;
  States(std::initializer_list<State> states) {
    for (const State& state : states) add(state);
  }
  void add(const State& state) { bits_.set(index(state)); }
  bool empty() const { return bits_.none(); }
  States& operator|=(const States& other) {
    bits_ |= other.bits_;
    return *this;
  }
  friend States operator|(States a, const States& b) { return a |= b; }
  friend bool operator==(const States&, const States&) = default;

  template <typename Predicate>
  bool any(Predicate is) const {
    bool found = false;
    each([&](const State& state) { found = found || is(state); });
    return found;
  }
  template <typename Predicate>
  States only(Predicate is) const {
    return map([&](const State& state, States& out) {
      if (is(state)) out.add(state);
    });
  }
  States ok() const {
    return only([](const State& state) { return state.ok; });
  }
  States bad() const {
    return only([](const State& state) { return !state.ok; });
  }

  /// `change(state, out)` adds to `out` what becomes of a state.
  template <typename Change>
  States map(Change change) const {
    States out;
    each([&](const State& state) { change(state, out); });
    return out;
  }
  /// The same with this exit code.
  States ending(bool ok) const {
    return map([ok](State state, States& out) {
      state.ok = state.first_ok = ok;
      out.add(state);
    });
  }
  /// What follows where something that ends in one of `outcomes` runs, in a process of its own.
  States then(const States& outcomes) const {
    return map([&](const State& state, States& out) {
      outcomes.each([&](const State& end) {
        out.add({end.ok, state.failed || end.failed, state.ran || end.ran, end.first_ok, state.kept});
      });
    });
  }

 private:
  static constexpr std::size_t kStates = 48;
  static std::size_t index(const State& state) {
    return (state.ok ? 1U : 0U) + (state.failed ? 2U : 0U) + (state.ran ? 4U : 0U) +
           (state.first_ok ? 8U : 0U) + 16 * static_cast<std::size_t>(state.kept);
  }
  template <typename Do>
  void each(Do act) const {
    for (std::size_t i = 0; i < kStates; ++i) {
      if (bits_[i])
        act(State{(i & 1U) != 0, (i & 2U) != 0, (i & 4U) != 0, (i & 8U) != 0,
                  static_cast<State::Kept>(i / 16)});
    }
  }

  std::bitset<kStates> bits_{};
};
/// What can come of a command: its exit code is that of the last and of the first.
inline State end(bool ok, bool failed, bool ran) {
  return {.ok = ok, .failed = failed, .ran = ran, .first_ok = ok};
}
inline States succeeds() {
  return {end(true, false, false)};
}
inline States fails() {
  return {end(false, false, false)};
}
inline States unknown() {
  return succeeds() | fails();
}
/// The exit code says nothing of a failure, and is kept nowhere.
inline bool loses(const States& states) {
  return states.any(
      [](const State& state) { return state.ok && state.failed && state.kept != State::Kept::other; });
}
/// Of a test runner.
inline States tests() {
  return {end(true, false, true), end(false, true, true)};
}
/// Of something that runs a test runner in a way of its own.
inline States tests_somehow() {
  return unknown() | tests() | States{end(true, true, true)};
}

}  // namespace proctor::shell
