// The folders of frameworks/, which are part of the program.
#pragma once

#include <span>
#include <string_view>

namespace proctor::framework {

struct BuiltinFile {
  std::string_view framework;  ///< of the folder below frameworks/
  std::string_view path;       ///< in it
  std::string_view text;
};

/// Sorted by framework.
std::span<const BuiltinFile> builtin_files();

}  // namespace proctor::framework
