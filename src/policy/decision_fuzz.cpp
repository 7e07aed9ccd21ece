// Entries of lists against commands: an allowlist lets through nothing that it doesn't spell out, a denylist
// isn't fooled by white space, and neither takes long.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "policy/decision.hpp"
#include "policy/patterns.hpp"

namespace {

using proctor::policy::CallFacts;

// Compares character by character, with every way to cover the text with the stars: slow, but plainly right.
bool matches(std::string_view pattern, std::string_view text, bool (*star)(char)) {
  std::vector<bool> reached(text.size() + 1, false);
  reached[0] = true;
  for (const char wanted : pattern) {
    std::vector<bool> next(text.size() + 1, false);
    for (std::size_t i = 0; i <= text.size(); ++i) {
      if (wanted == '*') {
        next[i] = reached[i] || (i > 0 && next[i - 1] && star(text[i - 1]));
      } else if (i > 0) {
        next[i] = reached[i - 1] && text[i - 1] == wanted;
      }
    }
    reached = next;
  }
  return reached.back();
}

bool harmless(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view(" _-./:=@+,").find(c) != std::string_view::npos;
}

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 2'000) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(input.find('\0'), input.size());
  const std::string entry(input.substr(0, end));
  CallFacts facts;
  facts.tool = "Test";
  facts.command = std::string(input.substr(std::min(end + 1, input.size())));

  const bool allowed = proctor::policy::allow_matches(entry, facts);
  const bool tool_form = entry.ends_with(')') && entry.find('(') != std::string::npos;
  if (!tool_form && entry != "Test" && !facts.command.empty() &&
      allowed != matches(entry, facts.command, harmless))
    std::abort();
  // What means something to a shell stands as often in the entry.
  for (const char c : facts.command) {
    if (allowed && entry != "Test" && !harmless(c) &&
        std::count(facts.command.begin(), facts.command.end(), c) > std::count(entry.begin(), entry.end(), c))
      std::abort();
  }

  const bool denied = proctor::policy::deny_matches(entry, facts);
  // The same words deny at least what they allow, but for stars that stand for no word at all.
  if (allowed && !denied && std::none_of(facts.command.begin(), facts.command.end(), is_blank)) std::abort();
  CallFacts spread = facts;
  spread.command = "\t ";
  for (const char c : facts.command) {
    spread.command += c;
    if (is_blank(c)) spread.command += " \n";
  }
  if (denied != proctor::policy::deny_matches(entry, spread)) std::abort();

  proctor::Config::Tools tools;
  tools.approval.allowlist = {entry};
  tools.approval.denylist = {entry};
  const auto decision = proctor::policy::decide(tools, facts);
  if (denied != (decision.code == proctor::ErrorCode::approval_denied)) std::abort();
  return 0;
}
