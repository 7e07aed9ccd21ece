// What grammars are compiled with: the fields of a TSLanguage (ABI 14). It must come before api.h.
#include <tree_sitter/parser.h>

#include "source/packed_grammar.hpp"

#include <zstd.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <string>

namespace proctor::source {

const TSLanguage* unpacked(const TSLanguage* language, std::size_t parse_table_bytes,
                           std::size_t small_parse_table_bytes, std::span<const char> compressed) {
  std::string tables(parse_table_bytes + small_parse_table_bytes, '\0');
  // What is part of the program can't be damaged.
  if (ZSTD_decompress(tables.data(), tables.size(), compressed.data(), compressed.size()) != tables.size())
    std::terminate();
  // The compiler took them for constants; their section can be written to.
  std::memcpy(const_cast<std::uint16_t*>(language->parse_table), tables.data(), parse_table_bytes);
  std::memcpy(const_cast<std::uint16_t*>(language->small_parse_table), tables.data() + parse_table_bytes,
              small_parse_table_bytes);
  return language;
}

}  // namespace proctor::source
