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

void FormSet::Letters::add(std::string_view text) {
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    (code < 64 ? low : high) |= std::uint64_t{1} << (code < 128 ? code % 64 : 0U);
  }
}

bool FormSet::Letters::has_all(const Letters& other) const {
  return (low & other.low) == other.low && (high & other.high) == other.high;
}

void FormSet::add(std::string_view form) {
  Entry entry{.form = form};
  for (std::string_view rest = form; !rest.empty();) {
    const std::size_t special = std::min(rest.find('%'), rest.size());
    entry.letters.add(rest.substr(0, special));
    rest.remove_prefix(std::min(special + 2, rest.size()));
  }
  if (form.empty() || form.front() != '%') {
    if (!form.empty()) by_first_letter_[static_cast<unsigned char>(form.front())].push_back(entry);
  } else if (form.starts_with("%n") || form.starts_with("%d")) {
    for (unsigned char digit = '0'; digit <= '9'; ++digit) by_first_letter_[digit].push_back(entry);
  } else {
    others_.push_back(entry);
  }
}

bool FormSet::any_fits(const std::vector<Entry>& entries, std::string_view line, const Letters& letters) {
  return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
    return letters.has_all(entry.letters) && proctor::format::fits(entry.form, line);
  });
}

bool FormSet::fits(std::string_view line) const {
  const std::vector<Entry>* const begins =
      line.empty() ? nullptr : &by_first_letter_[static_cast<unsigned char>(line.front())];
  if (others_.empty() && (begins == nullptr || begins->empty())) return false;
  Letters letters;
  letters.add(line);
  return (begins != nullptr && any_fits(*begins, line, letters)) || any_fits(others_, line, letters);
}

}  // namespace proctor::format
