// Foundry's `forge test`: what is special about it. What is data stands in frameworks/forge/framework.toml.
//
// A run in short: find forge and its compilers, make uploads harmless, ask forge for its version and
// settings, run `forge test --json`, read the JSON as it arrives, and then say what the JSON doesn't: what
// didn't run, where tests stand, and, if the run was stopped, the results of the suites that had finished.
#pragma once

#include <string>
#include <vector>

#include "format/forge_json.hpp"
#include "framework/forge_log.hpp"
#include "framework/forge_missing.hpp"
#include "framework/forge_tools.hpp"
#include "framework/framework.hpp"

namespace proctor::framework {

class Forge : public Framework {
 public:
  explicit Forge(const Definition& definition) : definition_(definition) {}

  Result<Plan> plan(const Context& context) override;
  void feed(Stream stream, std::string_view bytes) override;
  std::optional<std::vector<TestId>> list(const Context& context) override;
  std::optional<Shard> shard() const override {
    return shares_ ? std::optional(shares_->shard()) : std::nullopt;
  }
  void finish(const Context& context, const supervise::Outcome& outcome, Report& report,
              ReportState& state) override;

 private:
  struct Settings {
    std::string evm_version{};
    std::string fuzz_seed{};
    std::string solc{};  ///< pinned version
    bool fail_fast = false;
    std::string left_out{};  ///< the settings by which forge itself leaves out tests: "no_match_test = …"
    bool gas_snapshot_check = false;
  };

  Result<std::string> ask_version(const Context& context) const;
  Result<Settings> ask_settings(const Context& context) const;
  supervise::Command forge_command(const Context& context, std::vector<std::string> argv) const;
  std::vector<supervise::Command> test_commands(const Context& context, const Request& request) const;

  void find_missing(const Context& context, const Termination& termination, Report& report,
                    ReportState& state) const;
  Result<void> share(const Context& context);
  Context with_new_tests(const Context& context);
  TestList list_tests(const Context& context) const;
  void recover_finished_suites(const Context& context, const TestList& list, Report& report) const;
  void keep_compiled(const Context& context) const;

  const Definition& definition_;
  ForgeTools tools_{};
  std::string evm_version_{};  ///< passed to forge; empty: the project's own
  Request request_{};          ///< as asked, with the EVM version and the seed settled
  std::string cache_key_{};    ///< of an upload
  std::vector<supervise::Command> commands_{};
  std::optional<Shares> shares_{};
  bool unshared_ = false;  ///< the tests couldn't be shared: all are run, and that is no pass
  bool fail_fast_ = false;
  bool gas_snapshot_check_ = false;

  format::ForgeJsonReader reader_{};
  std::unique_ptr<ForgeLog> log_{};
};

}  // namespace proctor::framework
