// The headers of libraries that most files include. Only the sanitizers' build reads them in advance (PROCTOR_PRECOMPILE);
// the other builds do without, so each file still includes what it needs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>
