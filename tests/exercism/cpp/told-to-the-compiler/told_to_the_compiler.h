#pragma once

#include <cstddef>
#include <functional>

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
[[gnu::always_inline]] inline int doubled(int weight) { return 2 * weight; }

}  // namespace fishing

template <>
struct std::hash<fishing::Catch> {
    std::size_t operator()(const fishing::Catch& caught) const noexcept;
};
