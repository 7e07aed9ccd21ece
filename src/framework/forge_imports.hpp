// The imports of uploaded sources. forge and solc read a file outside of the project when an import names it
// by an absolute path, or climbs out through a link; what it says would then stand in the answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace proctor::framework {

struct HarmfulImport {
  int line = 0;
  std::string path;
};

/// The first import whose path is absolute, has a `..` behind a name (through a linked library that leads
/// anywhere), climbs above the project, or has escapes that would hide such a thing. `directory_depth` is how
/// deep the file's directory lies in the project: 1 for test/A.t.sol.
std::optional<HarmfulImport> find_harmful_import(std::string_view source, int directory_depth);

}  // namespace proctor::framework
