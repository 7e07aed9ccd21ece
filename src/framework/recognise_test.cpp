#include "framework/recognise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/project_testing.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Recognise : public OfAProject {
 protected:
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Definition* one : recognised(definitions(), root_)) all.push_back(one->name);
    return all;
  }
};

Definition with_signs(std::vector<Sign> recognise) {
  Definition definition;
  definition.recognise = std::move(recognise);
  return definition;
}

TEST_F(Recognise, AGlobLooksALevelAtATime) {
  touch("test/deep/A.t.sol");
  EXPECT_FALSE(recognises(with_signs({{"test/*.t.sol"}}), root_));
  EXPECT_TRUE(recognises(with_signs({{"test/*/*.t.sol"}}), root_));
  touch("test/B.t.sol");
  EXPECT_TRUE(recognises(with_signs({{"nothing"}, {"test/*.t.sol"}}), root_));
  EXPECT_TRUE(recognises(with_signs({{"test/?.t.[s]ol"}}), root_));
  EXPECT_TRUE(recognises(with_signs({{"test"}}), root_));
  EXPECT_FALSE(recognises(with_signs({{"test/B.t.sol/*"}}), root_));
  EXPECT_FALSE(recognises(with_signs({{"missing/*"}}), root_));
  EXPECT_FALSE(recognises(with_signs({}), root_));
}

TEST_F(Recognise, AStarDoesNotMatchHiddenFiles) {
  touch("test/.hidden.t.sol");
  EXPECT_FALSE(recognises(with_signs({{"test/*.t.sol"}}), root_));
}

TEST_F(Recognise, WhatStandsInAFileCounts) {
  touch("a.txt", "some words");
  EXPECT_TRUE(recognises(with_signs({{.glob = "*.txt", .has = "w[o]rds"}}), root_));
  EXPECT_FALSE(recognises(with_signs({{.glob = "*.txt", .has = "other"}}), root_));
  EXPECT_FALSE(recognises(with_signs({{.glob = "*.txt", .without = "a.*"}}), root_));
  EXPECT_FALSE(recognises(with_signs({{.glob = "*.txt", .with = "b"}}), root_));
  touch("b");
  EXPECT_TRUE(recognises(with_signs({{.glob = "*.txt", .with = "b"}}), root_));
}

TEST_F(Recognise, AMakefileOrAPackageOfSomethingElseIsNoProjectOfOurs) {
  touch("CMakeLists.txt", "project(x)\nfind_package(cmocka REQUIRED)\n");
  touch("Makefile", "all:\n\tcc -o x x.c\n");
  touch("test_x.c", "#include <cmocka.h>\n");
  touch("package.json", "{\"devDependencies\": {\"ava\": \"1\"}}");
  touch("a.spec.js");
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(Recognise, WhatTheFilesSayIsEnough) {
  touch("catch2/CMakeLists.txt", "find_package(Catch2 3 REQUIRED)");
  touch("header/CMakeLists.txt", "add_executable(tests test/a.cpp)");
  touch("header/test/a.cpp", "#include \"../third_party/catch.hpp\"\n");
  touch("unity/test/test_x.c", "#include \"unity.h\"\n");
  touch("jest/package.json", "{\"devDependencies\": {\"jest\": \"29.7.0\"}}");
  touch("plain/a.test.js");
  touch("bats/test/a.bats");
  touch("pytest/tests/test_a.py");
  touch("cargo/Cargo.toml");
  touch("forge/Cargo.toml");
  touch("forge/foundry.toml");
  touch("node/package.json", R"({"scripts": {"test": "eslint . && node --test"}})");
  touch("node-files/package.json", R"({"scripts": {"unit": "node --import tsx --test test/*.ts"}})");
  touch("node-test/test.js", "import test from 'node:test';\n");
  touch("prove/t/a.t");
  touch("prove/Makefile.PL");
  touch("phpunit/composer.json", R"({"require-dev": {"phpunit/phpunit": "^9"}})");
  touch("phpunit-xml/phpunit.xml.dist");
  touch("unittest/tests/test_a.py", "import os, unittest\n");
  touch("pytest-too/tests/test_a.py", "import unittest\nimport pytest\n");
  touch("pytest-named/tests/test_a.py", "import unittest\n");
  touch("pytest-named/requirements-dev.txt", "pytest>=7\n");
  touch("mocha/package.json", R"({"scripts": {"test": "nyc mocha"}, "devDependencies": {"mocha": "11"}})");
  touch("vitest/package.json", R"({"devDependencies": {"vitest": "3"}})");
  touch("playwright/package.json", R"({"scripts": {"test": "playwright test"}})");
  touch("playwright/tests/a.spec.ts", "import { test } from '@playwright/test';\n");
  touch("exunit/mix.exs");
  touch("exunit/test/test_helper.exs");
  touch("umbrella/mix.exs", "def project, do: [apps_path: \"apps\"]\n");
  touch("ctest/CMakeLists.txt", "project(x)\nenable_testing()\n");
  touch("googletest/CMakeLists.txt", "project(x)\nfind_package(GTest REQUIRED)\n");
  touch("doctest/CMakeLists.txt", "add_executable(tests tests/a.cpp)\n");
  touch("doctest/tests/a.cpp", "#include \"../external/doctest.h\"\n");
  touch("rspec/spec/a_spec.rb", "RSpec.describe\n");
  touch("rspec-helper/spec/spec_helper.rb", "require 'rspec'\n");
  touch("rspec-gem/a.gemspec", "  s.add_development_dependency 'rspec', '~> 3'\n");
  touch("rspec-gem/spec/unit/more/a_spec.rb", "describe 'a' do end\n");
  touch("minitest/test/a_test.rb", "require 'minitest/autorun'\n");
  touch("minitest-spec/spec/a_spec.rb", "require 'minitest/autorun'\ndescribe 'a' do end\n");
  touch("minitest-helper/spec/spec_helper.rb", "require 'minitest/autorun'\n");
  touch("minitest-helper/spec/a_spec.rb", "require_relative 'spec_helper'\ndescribe 'a' do end\n");
  const fs::path top = root_;
  for (const auto& [directory, name] : {std::pair("catch2", "catch2"),
                                        {"unittest", "unittest"},
                                        {"pytest-too", "pytest"},
                                        {"pytest-named", "pytest"},
                                        {"mocha", "mocha"},
                                        {"vitest", "vitest"},
                                        {"playwright", "playwright"},
                                        {"exunit", "exunit"},
                                        {"umbrella", "exunit"},
                                        {"ctest", "ctest"},
                                        {"googletest", "ctest"},
                                        {"doctest", "ctest"},
                                        {"rspec", "rspec"},
                                        {"rspec-helper", "rspec"},
                                        {"rspec-gem", "rspec"},
                                        {"minitest", "minitest"},
                                        {"minitest-spec", "minitest"},
                                        {"minitest-helper", "minitest"},
                                        {"header", "catch2"},
                                        {"unity", "unity"},
                                        {"jest", "jest"},
                                        {"plain", "jest"},
                                        {"bats", "bats"},
                                        {"pytest", "pytest"},
                                        {"cargo", "cargo"},
                                        {"forge", "forge"},
                                        {"node", "node"},
                                        {"node-files", "node"},
                                        {"node-test", "node"},
                                        {"prove", "prove"},
                                        {"phpunit", "phpunit"},
                                        {"phpunit-xml", "phpunit"}}) {
    const auto chosen = choose(definitions(), {}, top / directory);
    ASSERT_TRUE(chosen) << directory;
    EXPECT_EQ((*chosen)->name, name) << directory;
  }
}

TEST_F(Recognise, AFileThatIsThereAndSaysNothingIsNotCalledMissing) {
  touch("CMakeLists.txt", "add_executable(tests a.cpp)");
  touch("no-cmake/test/a.cpp", "#include <catch2/catch_all.hpp>\n");
  for (const auto& [directory, silent] : {std::pair("", true), {"no-cmake", false}}) {
    const auto nothing = choose(definitions(), {}, root_ / directory);
    ASSERT_FALSE(nothing) << directory;
    EXPECT_EQ(nothing.error().message.find("CMakeLists.txt (catch2)") == std::string::npos, silent);
    EXPECT_EQ(nothing.error().message.find("CMakeLists.txt says nothing of Catch2") != std::string::npos,
              silent);
  }
}

TEST_F(Recognise, WhoIsSureComesBeforeAHint) {
  touch("go.mod");
  touch("tests/a.bats");
  touch("tests/test_a.py");
  EXPECT_THAT(names(), ElementsAre("go", "bats", "pytest"));
}

TEST_F(Recognise, TheProjectOrTheRequestChoosesTheFramework) {
  const auto nothing = choose(definitions(), {}, root_);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::test_none_ran);
  EXPECT_THAT(nothing.error().message, HasSubstr("foundry.toml"));
  EXPECT_THAT(nothing.error().message, HasSubstr(root_.string()));

  Request named;
  named.framework = "forge";
  ASSERT_TRUE(choose(definitions(), named, root_));
  EXPECT_EQ((*choose(definitions(), named, root_))->name, "forge");
  named.framework = "pytest2";
  const auto unknown = choose(definitions(), named, root_);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(unknown.error().message, HasSubstr("pytest2 isn't known; there are: bats"));

  touch("foundry.toml");
  ASSERT_TRUE(choose(definitions(), {}, root_));
  EXPECT_EQ((*choose(definitions(), {}, root_))->name, "forge");
}

}  // namespace
}  // namespace proctor::framework
