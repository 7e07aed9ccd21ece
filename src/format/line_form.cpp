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

void FormSet::add(std::string_view form) {
  if (form.empty() || form.front() != '%') {
    if (!form.empty()) by_first_letter_[static_cast<unsigned char>(form.front())].push_back(form);
  } else if (form.starts_with("%n") || form.starts_with("%d")) {
    for (unsigned char digit = '0'; digit <= '9'; ++digit) by_first_letter_[digit].push_back(form);
  } else {
    others_.push_back(form);
  }
}

bool FormSet::fits(std::string_view line) const {
  if (fits_any(others_, line)) return true;
  return !line.empty() && fits_any(by_first_letter_[static_cast<unsigned char>(line.front())], line);
}

}  // namespace proctor::format
