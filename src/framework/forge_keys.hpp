// Keys of foundry.toml that anybody may set.
#pragma once

#include <string_view>

namespace proctor::framework {

/// Whether a key of a profile only says how the EVM behaves: it reaches neither files nor programs.
bool is_evm_key(std::string_view key);

}  // namespace proctor::framework
