#include "framework/forge_imports.hpp"

#include "base/text.hpp"
#include "framework/solidity_tokens.hpp"

namespace proctor::framework {
namespace {

constexpr std::size_t kLongestShown = 200;

bool is_harmful(std::string_view path, int directory_depth) {
  if (path.starts_with('/') || path.find('\\') != std::string_view::npos ||
      path.find("://") != std::string_view::npos) {
    return true;
  }
  const bool relative = path.starts_with("./") || path.starts_with("../");
  int climbed = 0;
  bool named = false;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    if (part == "..") {
      if (named || !relative || ++climbed > directory_depth) return true;
    } else if (!part.empty() && part != ".") {
      named = true;
    }
  }
  return false;
}

}  // namespace

std::optional<HarmfulImport> find_harmful_import(std::string_view source, int directory_depth) {
  SolidityTokens tokens(source);
  bool in_import = false;
  for (SolidityToken token = tokens.next(); token.kind != SolidityToken::Kind::end; token = tokens.next()) {
    if (token.kind == SolidityToken::Kind::word && token.text == "import") {
      in_import = true;
    } else if (token.kind == SolidityToken::Kind::punctuation && token.text == ";") {
      in_import = false;
    } else if (in_import && token.kind == SolidityToken::Kind::string &&
               is_harmful(token.text, directory_depth)) {
      return HarmfulImport{token.line,
                           std::string(token.text.substr(0, utf8_prefix(token.text, kLongestShown)))};
    }
  }
  return std::nullopt;
}

}  // namespace proctor::framework
