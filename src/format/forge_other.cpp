#include "format/forge_other.hpp"

#include <utility>

#include "base/text.hpp"
#include "format/solc_text.hpp"

namespace proctor::format {
namespace {

GasFunction read_function(const std::string& name, const Value& value) {
  GasFunction function;
  function.name = name;
  function.calls = value.count_of("calls").value_or(0);
  function.min = value.count_of("min").value_or(0);
  function.mean = value.count_of("mean").value_or(value.count_of("avg").value_or(0));
  function.median = value.count_of("median").value_or(0);
  function.max = value.count_of("max").value_or(0);
  return function;
}

}  // namespace

std::optional<GasContract> read_gas_contract(const Value& value) {
  const auto name = value.text_of("contract");
  if (!name) return std::nullopt;
  GasContract contract;
  contract.contract = *name;
  if (const Value* deployment = value.find("deployment")) {
    contract.deployment_gas = deployment->count_of("gas").value_or(0);
    contract.deployment_size = deployment->count_of("size").value_or(0);
  }
  const Value* functions = value.find("functions");
  if (!functions) return contract;
  for (const auto& [key, figures] : functions->members) {
    if (figures.find("calls")) {
      contract.functions.push_back(read_function(key, figures));
      continue;
    }
    // Older forge groups overloads: {"set": {"set(uint256)": {…}}}.
    for (const auto& [signature, inner] : figures.members) {
      if (inner.find("calls")) contract.functions.push_back(read_function(signature, inner));
    }
  }
  return contract;
}

std::optional<Diagnostic> read_build_error(const Value& value) {
  if (!value.is_object()) return std::nullopt;
  const auto message = value.text_of("message");
  const auto formatted = value.text_of("formattedMessage");
  if (!message && !formatted) return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.severity = value.text_of("severity").value_or("error");
  diagnostic.code = value.text_of("errorCode").value_or("");
  diagnostic.message = message ? *message : std::string(split_lines(*formatted).front());
  if (formatted) {
    diagnostic.text = *formatted;
    while (diagnostic.text.ends_with('\n')) diagnostic.text.pop_back();
    // The line and column stand only in the words; the object itself counts bytes from the file's beginning.
    std::vector<Diagnostic> parsed = read_solc_text(*formatted);
    if (!parsed.empty()) {
      diagnostic.file = std::move(parsed.front().file);
      diagnostic.line = parsed.front().line;
      diagnostic.column = parsed.front().column;
    }
  }
  if (const Value* place = value.find("sourceLocation"); place && diagnostic.file.empty()) {
    diagnostic.file = place->text_of("file").value_or("");
  }
  return diagnostic;
}

}  // namespace proctor::format
