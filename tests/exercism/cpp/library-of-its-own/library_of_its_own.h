#pragma once

#include <functional>
#include <string>
#include <vector>

namespace fishing {

// Of the same name as the tests' framework.
class Catch {
   public:
    explicit Catch(std::string what) : what_(std::move(what)) {}
    const std::string& what() const { return what_; }
    bool operator==(const Catch& other) const { return what_ == other.what_; }

   private:
    std::string what_;
};

std::vector<Catch> haul(int nets);
std::size_t different(const std::vector<Catch>& all);
void write(std::string& to, const Catch& from);

}  // namespace fishing

template <>
struct std::hash<fishing::Catch> {
    std::size_t operator()(const fishing::Catch& one) const noexcept { return std::hash<std::string>()(one.what()); }
};
