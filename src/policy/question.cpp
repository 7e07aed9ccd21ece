#include "policy/question.hpp"

namespace proctor::policy {

const char* word(Risk risk) {
  switch (risk) {
    case Risk::low:
      return "low";
    case Risk::medium:
      return "medium";
    case Risk::high:
      return "high";
  }
  return "high";
}

}  // namespace proctor::policy
