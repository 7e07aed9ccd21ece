// Grammars whose large tables stand in the program compressed: ten languages would take 11 MB.
//
// cmake/PackGrammar.cmake makes the tables' place in the object file zero bytes, which take no room in the
// program, and the tables themselves a text of zstd's. They are put back before a grammar is used first.
#pragma once

#include <cstddef>
#include <span>

#include "source/grammar.hpp"

namespace proctor::source {

/// Puts both tables back, and gives the language. To be called once for each, before it is used.
const TSLanguage* unpacked(const TSLanguage* language, std::size_t parse_table_bytes,
                           std::size_t small_parse_table_bytes, std::span<const char> compressed);

}  // namespace proctor::source
