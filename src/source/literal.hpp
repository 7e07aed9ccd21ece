// What a name in a source says: an identifier as it stands, a string without its quotes and escapes.
#pragma once

#include <tree_sitter/api.h>

#include <string>
#include <string_view>

#include "source/grammar.hpp"

namespace proctor::source {

struct Name {
  std::string text;     ///< valid UTF-8; the source itself if it isn't literal
  bool literal = true;  ///< false if it is computed: only a run tells what it is
};

Name read_name(const Grammar& grammar, TSNode node, std::string_view text);

}  // namespace proctor::source
