// Whatever an agent sends: no crash, and the answer is nothing or one JSON object.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "agents/hook.hpp"
#include "base/json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  for (const std::string_view agent : {"claude", "codex", "gemini", "cursor", "vscode", "opencode"}) {
    const std::string answer = agents::answer_hook(agent, input, "proctor");
    if (answer.empty()) continue;
    const auto parsed = parse_json(answer);
    if (!parsed || !parsed->is_object()) std::abort();
  }
  return 0;
}
