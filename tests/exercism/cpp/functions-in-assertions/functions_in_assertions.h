#pragma once
#pragma GCC optimize("O2,unroll-loops")

#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace lists {

template <class T, class Wanted>
std::vector<T> keep(const std::vector<T>& all, Wanted wanted)
{
    std::vector<T> kept;
    for (const T& one : all)
        if (wanted(one)) kept.push_back(one);
    return kept;
}

// Its own affair, in its own namespace.
inline bool isdigit(char letter) { return letter >= '0' && letter <= '9'; }

using Value = std::variant<std::monostate, int, std::string>;
struct Length {
    [[noreturn]] int operator()(std::monostate) const
    {
        throw std::domain_error{"nothing has no length"};
    }
    int operator()(int value) const { return static_cast<int>(std::to_string(value).size()); }
    int operator()(const std::string& value) const { return static_cast<int>(value.size()); }
};
inline int length(const Value& value) { return std::visit(Length{}, value); }

}  // namespace lists
