#include "equal_names.h"

#include <cctype>
#include <iostream>

namespace words {

std::string upper(const std::string& text)
{
    std::cout << "upper: " << text << '\n';
    std::string result;
    for (const unsigned char c : text) result += static_cast<char>(std::toupper(c));
    return result;
}

std::string twice(const std::string& text)
{
    std::cout << "twice: " << text << '\n';
    return text + text + "!";
}

}  // namespace words
