// Variables and output that can't be trusted: what is stripped isn't passed on, what is set is, and a mask
// lets no known secret through, wherever the output is cut into pieces.
#include "policy/environment.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "base/text.hpp"
#include "policy/secrets.hpp"

namespace {

using namespace proctor;
using namespace proctor::policy;

void check(bool holds) {
  if (!holds) std::abort();
}

// The obvious way to match, which takes too long for more than a few stars.
bool matches_slowly(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*') {
    return matches_slowly(pattern.substr(1), name) ||
           (!name.empty() && matches_slowly(pattern, name.substr(1)));
  }
  return !name.empty() && pattern[0] == name[0] && matches_slowly(pattern.substr(1), name.substr(1));
}

std::string_view name_of(std::string_view entry) {
  return entry.substr(0, entry.find('='));
}

void check_environment(const std::vector<std::string>& words, Platform platform) {
  EnvironmentRules rules;
  std::vector<std::string> inherited;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.starts_with("!")) {
      rules.denylist.push_back(word.substr(1));
    } else if (word.starts_with("+")) {
      rules.allow.push_back(word.substr(1));
    } else if (word.starts_with("@")) {
      rules.set[std::string(name_of(word.substr(1)))] = word;
    } else {
      inherited.push_back(word);
    }
  }
  const CleanEnvironment clean = clean_environment(inherited, rules, platform);
  check(std::is_sorted(clean.stripped.begin(), clean.stripped.end()));
  for (const std::string& entry : clean.variables) {
    const std::string_view name = name_of(entry);
    check(!name.empty() && name.size() < entry.size() && entry.find('\0') == std::string::npos);
    check(!std::binary_search(clean.stripped.begin(), clean.stripped.end(), name));
    if (platform != Platform::posix || rules.set.contains(std::string(name))) continue;
    if (std::find(rules.allow.begin(), rules.allow.end(), name) != rules.allow.end()) continue;
    check(!looks_like_secret(entry.substr(name.size() + 1)));
    for (const std::string& pattern : default_denylist()) check(!matches_name(pattern, name, platform));
  }
  for (const auto& variable : always_set()) {
    const auto has_name = [&](const std::string& entry) { return name_of(entry) == variable.first; };
    check(std::count_if(clean.variables.begin(), clean.variables.end(), has_name) <= 1);
  }
}

void check_mask(const std::vector<std::string>& words, std::string_view text, std::size_t seed) {
  const SecretMask mask({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(words.size() / 2)});
  const std::string whole = mask.mask(text);
  for (std::size_t i = 0; i < words.size() / 2; ++i) {
    const std::string_view secret = trim(words[i]);
    // A secret that has to do with the mark itself can't be told from it.
    if (secret.size() < 8 || secret.find_first_of("[]") != std::string_view::npos) continue;
    check(whole.find(secret) == std::string::npos);
  }
  std::string pieces;
  const auto append = [&pieces](std::string_view piece) { pieces += piece; };
  StreamMask stream(mask);
  while (!text.empty()) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    const std::size_t size = std::min<std::size_t>(text.size(), (seed >> 33U) % 40);
    stream.feed(text.substr(0, size), append);
    text.remove_prefix(size);
  }
  stream.flush(append);
  check(pieces == whole);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size() && words.size() < 64;) {
    const std::size_t end = std::min(text.find('\x01', begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  check_environment(words, data[0] % 2 == 0 ? Platform::posix : Platform::windows);
  check_mask(words, text, data[0]);
  const std::string& pattern = words.front();
  if (words.size() > 1 && words[1].size() < 64 && std::count(pattern.begin(), pattern.end(), '*') < 4) {
    check(matches_name(pattern, words[1], Platform::posix) == matches_slowly(pattern, words[1]));
  }
  mask_shapes(text);
  return 0;
}
