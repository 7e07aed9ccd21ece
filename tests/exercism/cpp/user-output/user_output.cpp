#include "user_output.h"

#include <cstdio>
#include <iostream>

namespace talk {

int say(const std::string& text) {
    std::cout << text;
    return 1;
}

int print(const char* text) {
    std::printf("%s", text);
    return 1;
}

int repeat(const std::string& text, int times) {
    for (int i = 0; i < times; ++i) std::cout << text;
    return 1;
}

int over(const std::string& text) {
    repeat(text, 452);
    std::cout << "\n";
    return repeat(text, 48);
}

int err(const std::string& text) {
    std::cerr << text;
    return 1;
}

}  // namespace talk
