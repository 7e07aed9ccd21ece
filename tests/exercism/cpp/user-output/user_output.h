#pragma once

#include <string>

// Each prints something and returns 1.
namespace talk {

int say(const std::string& text);
int print(const char* text);
int repeat(const std::string& text, int times);
int over(const std::string& text);
int err(const std::string& text);

}  // namespace talk
