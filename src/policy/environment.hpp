// The environment that a command gets: the one of proctor, without what could harm or be stolen. The contract
// with those who write commands is docs/environment.md.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::policy {

enum class Platform { posix, windows };

/// What the configuration says about it.
struct EnvironmentRules {
  std::vector<std::string> denylist{};  ///< patterns in addition to default_denylist()
  std::vector<std::string> allow{};     ///< exact names that stay, whatever their value
  std::map<std::string, std::string>
      set{};  ///< wins over everything, the variables that are always set included
};

struct CleanEnvironment {
  std::vector<std::string> variables{};  ///< NAME=value: in the inherited order, then those that are set
  std::vector<std::string> stripped{};   ///< names that the command doesn't see, sorted
  std::vector<std::string> secrets{};    ///< values to keep out of what is shown, for SecretMask
};

/// Names of variables that hold secrets or make other programs load code.
const std::vector<std::string>& default_denylist();

/// CI=true and the like: no colours, no pager, no questions.
const std::map<std::string, std::string>& always_set();

/// Whether all of the name is as the pattern says. `*` is any run of characters, also none. Case counts on
/// posix only.
bool matches_name(std::string_view pattern, std::string_view name, Platform platform);

/// What isn't a variable (no '=', no name, a NUL) is left out. Of several entries with one name the first
/// counts, as it does for getenv; the values of the others are judged like any.
///
/// `secrets` has the value of each variable that is named or looks like a secret, whether it is stripped or
/// the command gets it (allowed or set): such a one is the likeliest to be printed. A value that is stripped
/// for another reason (GITHUB_WORKSPACE, LD_PRELOAD) isn't among them, nor is a path or a well-known default
/// such as "postgres": masking these would wreck the output and hide nothing.
CleanEnvironment clean_environment(const std::vector<std::string>& inherited, const EnvironmentRules& rules,
                                   Platform platform = Platform::posix);

}  // namespace proctor::policy
