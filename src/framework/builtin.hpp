// The framework.toml files that are part of the program.
#pragma once

#include <span>
#include <string_view>

namespace proctor::framework {

struct BuiltinFile {
  std::string_view name;  ///< of the folder below frameworks/
  std::string_view text;
};

std::span<const BuiltinFile> builtin_files();

}  // namespace proctor::framework
