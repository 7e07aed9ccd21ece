#pragma once

#include <string>
#include <vector>

#if defined(_MSC_VER)
#pragma warning(disable : 4996)
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused"
#pragma GCC diagnostic pop
namespace Catcher { inline const char* raw() { return R"("/* #define REQUIRE )"; } }
using namespace std;

namespace sums {

std::vector<int> list();
std::string name();

}  // namespace sums
