#include "framework/forge_keys.hpp"

#include <set>

namespace proctor::framework {

bool is_evm_key(std::string_view key) {
  static const std::set<std::string_view> kKeys{"allow_internal_expect_revert",
                                                "assertions_revert",
                                                "block_base_fee_per_gas",
                                                "block_coinbase",
                                                "block_difficulty",
                                                "block_gas_limit",
                                                "block_number",
                                                "block_prevrandao",
                                                "block_timestamp",
                                                "chain_id",
                                                "code_size_limit",
                                                "disable_block_gas_limit",
                                                "enable_tx_gas_limit",
                                                "evm_version",
                                                "gas_limit",
                                                "gas_price",
                                                "hardfork",
                                                "initial_balance",
                                                "isolate",
                                                "legacy_assertions",
                                                "memory_limit",
                                                "sender",
                                                "tx_origin"};
  return kKeys.contains(key);
}

}  // namespace proctor::framework
