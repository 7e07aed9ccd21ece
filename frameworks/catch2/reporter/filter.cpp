#include "filter.hpp"

#include <regex>

namespace proctor_catch {

bool matches(const std::string& id, const std::string& expression, std::string& complaint) {
  try {
    return std::regex_search(id, std::regex(expression, std::regex::ECMAScript));
  } catch (const std::regex_error& error) {
    complaint = error.what();
    return false;
  }
}

}  // namespace proctor_catch
