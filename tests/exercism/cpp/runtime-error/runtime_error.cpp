#include "runtime_error.h"

namespace letters {

char at(const std::string& text, unsigned place) {
    if (place >= text.size()) throw std::out_of_range("no letter there");
    return text[place];
}

}  // namespace letters
