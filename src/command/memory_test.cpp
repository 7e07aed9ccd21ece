#include "command/memory.hpp"

#include <gtest/gtest.h>

namespace proctor::command {
namespace {

TEST(AsksForAll, WhereNoWordCouldLeaveTestsOut) {
  for (const char* text : {"pytest", "pytest -q", "npm test", "CI=1 npx jest --ci", "go test ./... | tail -5",
                           "python3 -m pytest -q 2>&1 | tail -1", "make test", "cargo test --workspace",
                           ".venv/bin/pytest -v --tb=short"})
    EXPECT_TRUE(asks_for_all(text)) << text;
}

TEST(AsksForAll, IsNotSoWhereAWordMayBeAPathAFilterOrAnEnd) {
  for (const char* text :
       {"pytest tests/test_a.py", "pytest -k stock", "pytest -x", "pytest --lf", "npm test -- stock",
        "npx jest -t adds", "jest --bail", "jest --shard=1/2", "go test ./internal", "go test ./... -run A",
        "cd api && pytest", "cargo test stock", "pytest 'a b'", "prove a.t", "pytest tests",
        "python -m pytest test", "jest test", "PYTEST_ADDOPTS=-kstock pytest", "TEST=a.rb make test"})
    EXPECT_FALSE(asks_for_all(text)) << text;
}

}  // namespace
}  // namespace proctor::command
