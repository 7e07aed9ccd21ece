#include "own_case_of_a_template.h"
namespace leap { template <> std::string kind<int>(int const&) { return "int"; }
int Base::size() const { return 3; } }
