// What forge and uploads give us to read: logs, lists, messages, Solidity, foundry.toml. The log is read the
// same whatever the pieces, and a foundry.toml that was made harmless stays so when it is read again.
#include <cstdint>
#include <cstdlib>

#include "framework/forge_errors.hpp"
#include "framework/forge_imports.hpp"
#include "framework/forge_inline.hpp"
#include "framework/forge_location.hpp"
#include "framework/forge_log.hpp"
#include "framework/forge_missing.hpp"
#include "framework/forge_settings.hpp"

using namespace proctor;
using namespace proctor::framework;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ForgeLog whole({});
  whole.feed(text);
  whole.finish();
  ForgeLog pieces({});
  for (std::size_t i = 0; i < text.size(); i += 7) pieces.feed(text.substr(i, 7));
  pieces.finish();
  if (whole.rest() != pieces.rest() || whole.suites().size() != pieces.suites().size()) std::abort();

  read_forge_list(text);
  forge_failure(text, text, {}, 1);
  forge_warnings(text);
  find_harmful_setting(text);
  find_harmful_import(text, 1);
  solidity_function_line(text, "A", "test_x");

  std::vector<std::string> warnings;
  harmless_remappings(std::string(text), warnings);
  std::string evm_version;
  if (const auto harmless = harmless_foundry_toml(std::string(text), evm_version, warnings)) {
    std::vector<std::string> again;
    const auto twice = harmless_foundry_toml(*harmless, evm_version, again);
    if (!twice || *twice != *harmless) std::abort();
  }
  return 0;
}
