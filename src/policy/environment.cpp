#include "policy/environment.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "policy/secrets.hpp"

namespace proctor::policy {
namespace {

// The names under which secrets stand, whoever's they are. The other patterns name whole families (AWS_*),
// most of whose values are harmless (AWS_REGION).
constexpr std::array<std::string_view, 5> kSecretNames{"*_KEY", "*_TOKEN", "*_SECRET", "*_PASSWORD",
                                                       "*_CREDENTIAL*"};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// A name by which two spellings of one variable are the same.
std::string identity(std::string_view name, Platform platform) {
  std::string same(name);
  if (platform == Platform::windows) std::transform(same.begin(), same.end(), same.begin(), lower);
  return same;
}

struct Variable {
  std::string_view name;
  std::string_view value;
};

std::optional<Variable> parse(std::string_view entry) {
  const std::size_t equals = entry.find('=');
  // Windows keeps working directories of drives in entries such as "=C:=C:\\x": these have no name either.
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  if (entry.find('\0') != std::string_view::npos) return std::nullopt;
  return Variable{entry.substr(0, equals), entry.substr(equals + 1)};
}

bool is_named_like_secret(std::string_view name, Platform platform) {
  return std::any_of(kSecretNames.begin(), kSecretNames.end(),
                     [&](std::string_view pattern) { return matches_name(pattern, name, platform); });
}

// Paths to a key file, what databases of tests are set up with everywhere, and what scripts write where there
// is no value (node makes "undefined" of it): a word that ordinary output is full of.
bool is_harmless(std::string_view value) {
  static constexpr std::array<std::string_view, 15> kRoots{"~/",     "C:\\",  "D:\\",    "/dev/", "/etc/",
                                                           "/home/", "/mnt/", "/opt/",   "/run/", "/root",
                                                           "/srv/",  "/tmp/", "/Users/", "/usr/", "/var/"};
  static constexpr std::array<std::string_view, 16> kWords{
      "[object Object]", "anonymous",  "changeit", "changeme", "default-key", "development",
      "disabled",        "localhost",  "mysecret", "password", "placeholder", "postgres",
      "production",      "test_token", "testtest", "undefined"};
  const bool path = std::any_of(kRoots.begin(), kRoots.end(),
                                [&](std::string_view root) { return value.starts_with(root); });
  return path || std::find(kWords.begin(), kWords.end(), value) != kWords.end();
}

class Cleaner {
 public:
  Cleaner(const EnvironmentRules& rules, Platform platform)
      : platform_(platform), patterns_(default_denylist()) {
    patterns_.insert(patterns_.end(), rules.denylist.begin(), rules.denylist.end());
    for (const std::string& name : rules.allow) allowed_.insert(identity(name, platform));
    for (const auto& [name, value] : always_set()) set(name, value);
    for (const auto& [name, value] : rules.set) set(name, value);
  }

  CleanEnvironment clean(const std::vector<std::string>& inherited) {
    for (const std::string& entry : inherited) {
      if (const auto variable = parse(entry)) inherit(*variable);
    }
    for (const auto& [same, entry] : set_) {
      result_.variables.push_back(entry);
      if (const auto variable = parse(entry)) note_secrets(*variable);
    }
    result_.stripped.assign(stripped_.begin(), stripped_.end());
    result_.secrets.assign(secrets_.begin(), secrets_.end());
    return std::move(result_);
  }

 private:
  void set(const std::string& name, const std::string& value) {
    const std::string entry = name + "=" + value;
    const auto variable = parse(entry);
    if (variable && variable->name == name) set_[identity(name, platform_)] = entry;
  }

  void inherit(const Variable& variable) {
    note_secrets(variable);
    const std::string same = identity(variable.name, platform_);
    if (!seen_.insert(same).second || set_.contains(same)) return;
    if (!allowed_.contains(same) && is_denied(variable)) {
      stripped_.emplace(variable.name);
    } else {
      result_.variables.push_back(std::string(variable.name) + "=" + std::string(variable.value));
    }
  }

  bool is_denied(const Variable& variable) const {
    const auto matches = [&](const std::string& pattern) {
      return matches_name(pattern, variable.name, platform_);
    };
    return std::any_of(patterns_.begin(), patterns_.end(), matches) || looks_like_secret(variable.value);
  }

  void note_secrets(const Variable& variable) {
    std::vector<std::string> found = secrets_within(variable.value);
    if (!found.empty() || is_named_like_secret(variable.name, platform_)) {
      found.emplace_back(variable.value);
    }
    for (std::string& secret : found) {
      if (!secret.empty() && !is_harmless(secret)) secrets_.insert(std::move(secret));
    }
  }

  Platform platform_;
  std::vector<std::string> patterns_;
  std::set<std::string> allowed_{};
  std::map<std::string, std::string> set_{};  ///< by identity: the whole entry
  std::set<std::string> seen_{};
  std::set<std::string> stripped_{};
  std::set<std::string> secrets_{};
  CleanEnvironment result_{};
};

}  // namespace

const std::vector<std::string>& default_denylist() {
  static const std::vector<std::string> patterns{
      // secrets
      "*_KEY", "*_TOKEN", "*_SECRET", "*_PASSWORD", "*_CREDENTIAL*", "AWS_*", "ANTHROPIC_*", "OPENAI_*",
      "GEMINI_*", "GOOGLE_*", "AZURE_*", "GH_*", "GITHUB_*", "NPM_*", "SSH_AUTH_SOCK",
      // code that other programs load or run; BASH_FUNC_*%% are functions that a bash has exported
      "LD_PRELOAD", "LD_AUDIT", "BASH_ENV", "ENV", "PROMPT_COMMAND", "DYLD_INSERT_LIBRARIES", "GIT_ASKPASS",
      "SSH_ASKPASS", "BASH_FUNC_*%%"};
  return patterns;
}

const std::map<std::string, std::string>& always_set() {
  static const std::map<std::string, std::string> variables{
      {"CI", "true"}, {"GIT_TERMINAL_PROMPT", "0"}, {"NO_COLOR", "1"}, {"PAGER", "cat"}, {"TERM", "dumb"}};
  return variables;
}

bool matches_name(std::string_view pattern, std::string_view name, Platform platform) {
  const auto same = [platform](char a, char b) {
    return a == b || (platform == Platform::windows && lower(a) == lower(b));
  };
  // Only the last star needs to be tried again with a longer run: what the earlier ones took is enough.
  std::size_t p = 0;
  std::size_t n = 0;
  std::optional<std::size_t> after_star;
  std::size_t run_end = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      after_star = ++p;
      run_end = n;
    } else if (p < pattern.size() && same(pattern[p], name[n])) {
      ++p;
      ++n;
    } else if (after_star) {
      p = *after_star;
      n = ++run_end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

CleanEnvironment clean_environment(const std::vector<std::string>& inherited, const EnvironmentRules& rules,
                                   Platform platform) {
  return Cleaner(rules, platform).clean(inherited);
}

}  // namespace proctor::policy
