#pragma once

#include <set>
#include <string>

// (Other namespaces' than the one that is used below.)
namespace sums {

namespace texts {
struct string;
}
using namespace std;
inline bool operator==(const string& a, const string&) { return a == a.c_str(); }

}  // namespace sums

namespace sums {

std::set<std::string> squares();
inline int total() { return {}; }

}  // namespace sums
