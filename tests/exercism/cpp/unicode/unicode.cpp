#include "unicode.h"

#include <iostream>

std::string greet::german() { return "Schöne Grüße"; }

std::string greet::japanese() {
    std::cout << "日本語の出力";
    return "さようなら";
}

std::string greet::party() {
    std::cout << "🎉 and a byte that is no UTF-8: \xff";
    return "🎉 \"hurra\" 🎉";
}
