#include "cli/supervised.hpp"

#include <cstdlib>

namespace proctor::cli {

bool supervised() {
  return std::getenv("PROCTOR_RUN") != nullptr;
}

Error denied_inside_a_run() {
  return {ErrorCode::approval_denied,
          "Nothing was changed: what proctor runs can't answer for the person who is asked. Type it in a "
          "terminal of your own."};
}

}  // namespace proctor::cli
