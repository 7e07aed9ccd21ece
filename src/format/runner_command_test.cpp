#include "format/runner_command.hpp"

#include <gtest/gtest.h>

namespace proctor::format {
namespace {

TEST(NamesTests, AnyWordOfTheCommandMay) {
  for (const char* command : {"./run_tests.sh | tail", "make check; true", "cd a && npx jest",
                              "python3 -m pytest", "java RunTests", "TEST_SLOW=1 ./all", "bundle exec rspec",
                              "node a.spec.js", "go test ./...", "mvn -q verify", "tox -q"})
    EXPECT_TRUE(names_tests(command)) << command;
  for (const char* command :
       {"java Main", "python3 script.py | tail", "docker run app:latest", "./inspect", "cargo run",
        "go run ./cmd/contest", "node x.js || true", "attest.sh", "make typecheck", ""})
    EXPECT_FALSE(names_tests(command)) << command;
}

}  // namespace
}  // namespace proctor::format
