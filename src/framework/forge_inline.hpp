// Settings that stand in comments of Solidity sources: "/// forge-config: default.fuzz.runs = 500".
//
// forge lets such a comment set almost anything for its test, file permissions included, whatever
// foundry.toml says. So those of an upload are looked through, too.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace proctor::framework {

struct InlineSetting {
  int line = 0;
  std::string text;  ///< what stands behind the mark
};

/// The first setting of a source that does more than steer fuzzing and the EVM. What can't be read with
/// certainty counts as such.
std::optional<InlineSetting> find_harmful_setting(std::string_view source);

}  // namespace proctor::framework
