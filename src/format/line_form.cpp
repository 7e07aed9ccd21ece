#include "format/line_form.hpp"

#include <algorithm>

#include "format/line_cursor.hpp"

namespace proctor::format {
namespace {

// The first letters that the form has; a line without them needn't be tried.
std::string_view first_literal(std::string_view form) {
  while (form.starts_with('%')) form.remove_prefix(std::min<std::size_t>(2, form.size()));
  return form.substr(0, form.find('%'));
}

}  // namespace

bool fits(std::string_view form, std::string_view line) {
  Cursor cursor(line);
  while (!form.empty()) {
    const std::size_t special = std::min(form.find('%'), form.size());
    if (!cursor.take(form.substr(0, special))) return false;
    if (special == form.size()) break;
    const char kind = form[special + 1];
    form.remove_prefix(special + 2);
    switch (kind) {
      case 'd':
        if (!cursor.number()) return false;
        break;
      case 'n':
        if (!cursor.some()) return false;
        break;
      case '_':
        if (!cursor.blanks()) return false;
        break;
      case 's':
        cursor.take("s");
        break;
      case '%':
        if (!cursor.take("%")) return false;
        break;
      default:  // '*'
        if (form.empty()) return true;
        if (!has(cursor.rest(), first_literal(form))) return false;
        for (std::string_view rest = cursor.rest(); !rest.empty(); rest.remove_prefix(1)) {
          const bool possible = form.front() == '%' || form.front() == rest.front();
          if (possible && fits(form, rest)) return true;
        }
        return false;
    }
  }
  return cursor.done();
}

}  // namespace proctor::format
