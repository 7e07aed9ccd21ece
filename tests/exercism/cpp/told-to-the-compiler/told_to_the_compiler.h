#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>

namespace fishing {

class Catch {
public:
    explicit Catch(int weight);
    [[nodiscard]] int weight() const { return weight_; }
    static Catch best();
    bool operator==(const Catch& other) const { return weight_ == other.weight_; }

private:
    int weight_;
};

[[noreturn]] void fail(int weight);
[[noreturn]] inline void fail_as(std::function<int(int)> best, const std::string& why = std::string("no fish"))
{
    throw std::domain_error(why + std::to_string(best(0)));
}
class Net {
public:
    int mended(int holes) const { return holes > 9 ? (expected(holes), 0) : 0; }

private:
    [[noreturn]] static void expected(int holes) { fail(holes); }
};
[[gnu::always_inline]] inline int doubled(int weight) { return 2 * weight; }

}  // namespace fishing

template <>
struct std::hash<fishing::Catch> {
    std::size_t operator()(const fishing::Catch& caught) const noexcept;
};
