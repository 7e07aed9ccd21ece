#pragma once

namespace greet {

inline std::string hello(const std::string& name) { return "Hello, " + name; }

}  // namespace greet
