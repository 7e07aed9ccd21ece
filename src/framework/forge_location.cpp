#include "framework/forge_location.hpp"

#include <map>

#include "base/files.hpp"
#include "framework/solidity_tokens.hpp"

namespace proctor::framework {
namespace {

constexpr std::uint64_t kLargestSource = 8U << 20U;

}  // namespace

std::optional<int> solidity_function_line(std::string_view source, std::string_view contract,
                                          std::string_view function) {
  SolidityTokens tokens(source);
  int depth = 0;
  bool named = false;   // "contract NAME" was read, its body comes next
  bool inside = false;  // in its body, at depth 1
  std::string_view before;
  for (SolidityToken token = tokens.next(); token.kind != SolidityToken::Kind::end; token = tokens.next()) {
    const std::string_view word = token.kind == SolidityToken::Kind::string ? std::string_view() : token.text;
    if (depth == 0 && before == "contract" && word == contract) named = true;
    if (word == "{" && ++depth == 1 && named) inside = true;
    if (word == "}" && --depth == 0) inside = named = false;
    if (depth < 0) return std::nullopt;
    if (inside && depth == 1 && before == "function" && word == function) return token.line;
    before = word;
  }
  return std::nullopt;
}

void locate_tests(const std::filesystem::path& root, std::vector<Suite>& suites) {
  std::map<std::string, std::string> sources;
  for (Suite& suite : suites) {
    if (suite.file.empty()) continue;
    auto source = sources.find(suite.file);
    if (source == sources.end()) {
      source =
          sources.emplace(suite.file, read_file(root / suite.file, kLargestSource).value_or(std::string()))
              .first;
    }
    for (Case& test : suite.cases) {
      const std::string_view function = std::string_view(test.name).substr(0, test.name.find('('));
      test.location = Location{suite.file, solidity_function_line(source->second, suite.name, function)};
    }
  }
}

}  // namespace proctor::framework
