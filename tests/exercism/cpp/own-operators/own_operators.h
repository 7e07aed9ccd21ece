#ifndef OWN_OPERATORS_H
#define OWN_OPERATORS_H
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>
using namespace std;
#define ROWS 8
#define SQUARE(x) ((x) * (x))
#define LOG(x) std::cerr << (x) << "\n"
#define BEGIN_NAMESPACE namespace ops {
#define END_NAMESPACE }
#define X(a) a,
BEGIN_NAMESPACE
enum class Color { X(red) X(green) none };
#undef X
class Clock;
struct Money { int cents{}; };
using Amount = Money;
typedef struct { int a; } Pair;
template <typename T> class Box { public: T value{};
  bool operator==(const Box& other) const { return value == other.value; }
  template <typename U> bool operator==(const U& u) const { return value == u; }
};
template <typename T>
bool operator!=(const Box<T>& a, const Box<T>& b)
{
    return !(a == b);
}
inline bool operator==(const Amount& a, const Amount& b) { return a.cents == b.cents; }
inline bool operator!=(Amount a, Amount b) { return !(a == b); }
inline bool operator<(Pair a, Pair b) { return a.a < b.a; }
inline bool operator==(const ops::Pair& a, int b) { return a.a == b; }
bool operator==(const Clock& a, const std::string& b);
class
Weight { public: int grams{}; };
class [[nodiscard]] alignas(alignof(long)) Length
{
public:
    int metres{};
};
struct __attribute__((packed, aligned(4))) Area { int metres{}; };
typedef Area area_type;
typedef struct Tagged {
    int a;
} tagged_type, *tagged_pointer;
typedef std::pair<int, Weight> Weighed, *Weighings;
union Word { int whole; char parts[4]; };
inline bool operator==(const Weight& a, const Weight& b) { return a.grams == b.grams; }
inline bool operator==([[maybe_unused]] Length const& a, [[maybe_unused]] const Length& b) { return a.metres == b.metres; }
inline bool operator==(const area_type& a, area_type b) { return a.metres == b.metres; }
inline bool operator!=(const volatile Area& a, const volatile Area& b) { return a.metres != b.metres; }
inline bool operator==(tagged_type a, tagged_type b) { return a.a == b.a; }
inline bool operator<(const Weighed& a, const Weighed& b) { return a.second.grams < b.second.grams; }
inline bool operator==(const union Word& a, const Word& b) { return a.whole == b.whole; }
template <class A, class B> bool operator!=(const A& a, const B& b) { return !(a == b); }
// Called as types of the library are, whose friend specialises nothing.
struct pair { int a, b; };
class complex final
{
    friend class std::vector<complex>;
    friend struct std::less<std::vector<int>>;
public:
    double re{}, im{};
};
template <typename T> struct stack { T top{}; };
inline bool operator==(const pair& x, pair y) { return x.a == y.a && x.b == y.b; }
inline bool operator<(struct pair const& x, const pair& y) { return x.a < y.a; }
bool operator==(complex const& x, complex const& y);
inline bool operator!=(const stack<int>& x, const stack<int>& y) { return x.top != y.top; }
using Point = struct { int x; int y; };
inline bool operator==(const Point& p, const Point& q) { return p.x == q.x && p.y == q.y; }
// Cases of the solution's own templates, which have to do with a type that the tests name.
template <typename T> std::vector<T> split(const std::string& text);
template <> inline std::vector<int> split<int>(const std::string& text) { return {static_cast<int>(text.size())}; }
template <typename T> struct Made { static std::vector<T> all() { return {}; } };
template <> inline std::vector<int> Made<int>::all() { return {1}; }
template <typename T> inline const std::vector<T> table{};
template <> inline const std::vector<int> table<int>{1, 2};
// What they are compared with has no name where it's known what that is, or where they never equal it.
struct Nothing {
    bool operator==(std::nullptr_t) const { return true; }
    bool operator==(const Nothing&) const { return !given; }
    bool operator==(const std::string&) const
    {
        return false;
    }
    template <typename T> bool operator==(const std::set<T>&) const = delete;
    bool operator==(unsigned long n) const { return n == 0; }
    bool operator==(const std::variant<int, long>& one) const { return one.index() == 0; }
    bool given = false;
};
class Clock {
public:
    static Clock at(int h, int m = 0);
    operator std::string() const;
    bool operator==(const Clock& rhs) const;
    bool operator==(std::string const& rhs) const;
    friend bool operator!=(const Clock& a, const Clock& b) { return !(a == b); }
    friend std::ostream& operator<<(std::ostream& o, const Clock& c) { return o << std::string(c); }
private:
    int minutes_ = 0;
};
inline bool Clock::operator==(const Clock& rhs) const { return minutes_ == rhs.minutes_; }
inline
bool
Clock::operator==(std::string const& rhs) const
{
    return std::string(*this) == rhs;
}
END_NAMESPACE
namespace std {
template <> struct hash<ops::Clock> { size_t operator()(const ops::Clock& c) const { return hash<string>()(c); } };
template <> struct less<ops::Clock> { bool operator()(const ops::Clock& a, const ops::Clock& b) const { return string(a) < string(b); } };
template <> struct hash<pair<int, int>> { size_t operator()(const pair<int, int>& c) const { return c.first; } };
inline string to_string(const ops::Clock& c) { return c; }
inline ostream& operator<<(ostream& o, const vector<int>& v) { return o << v.size(); }
template <> inline void swap<ops::Clock>(ops::Clock& a, ops::Clock& b) noexcept { auto t = a; a = b; b = t; }
}
extern "C" { int c_function(int); }
#endif
