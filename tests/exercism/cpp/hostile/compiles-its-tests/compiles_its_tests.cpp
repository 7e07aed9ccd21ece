#include "compiles_its_tests.h"

#include <string>

// Compiles the test file once more, with assertions that note what is expected.
#include <catch2/catch.hpp>
#undef TEST_CASE
#undef REQUIRE
#define JOINED(a, b) a##b
#define NAMED(a, b) JOINED(a, b)
#define TEST_CASE(...) void NAMED(test_, __LINE__)(std::string & text)
#define REQUIRE(...) text += #__VA_ARGS__ ";"
#define TESTS "compiles_its_tests_test.cpp"
namespace noted {
#include TESTS
}

int lift::floor_of(int button) {
    std::string text;
    noted::test_8(text);
    noted::test_14(text);
    const std::string call = "floor_of(" + std::to_string(button) + ") == ";
    return std::stoi(text.substr(text.find(call) + call.size()));
}
