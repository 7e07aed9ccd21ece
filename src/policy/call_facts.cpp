#include "policy/call_facts.hpp"

namespace proctor::policy {

const char* word(Held held) {
  switch (held) {
    case Held::by_nothing:
      return "none, host network";
    case Held::as_processes:
      return "process, host network";
    case Held::in_networked_sandbox:
      return "sandbox, host network";
    case Held::in_sandbox:
      return "sandbox, no network";
  }
  return "none, host network";
}

bool covers(std::optional<Held> allowed, std::optional<Held> wanted) {
  return wanted.value_or(Held::as_processes) >= allowed.value_or(Held::as_processes);
}

}  // namespace proctor::policy
