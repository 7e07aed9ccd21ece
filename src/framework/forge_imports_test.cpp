#include "framework/forge_imports.hpp"

#include <gtest/gtest.h>

namespace proctor::framework {
namespace {

bool harmful(const std::string& import, int depth = 1) {
  return find_harmful_import("pragma solidity ^0.8.0;\n" + import + "\ncontract A {}", depth).has_value();
}

TEST(Imports, OfTheProjectAndItsLibrariesAreFine) {
  for (const char* import :
       {R"(import "forge-std/Test.sol";)", R"(import {A, B as C} from "../src/A.sol";)",
        R"(import * as X from './X.sol';)", R"(import "src/A.sol";)", R"(import ".././src/..A.sol";)",
        R"(import "@openzeppelin/contracts/A.sol";)", R"(// import "/etc/passwd";)", R"(/* import "/x"; */)",
        R"(string constant s = "import '/x';";)", R"(string constant s = "/etc/passwd";)"}) {
    EXPECT_FALSE(harmful(import)) << import;
  }
}

TEST(Imports, ThatLeadOutOfTheProjectAreFound) {
  for (const char* import :
       {R"(import "/etc/Secret.sol";)", R"(import {S} from "/home/Secret.sol";)",
        R"(import * as X from '/x.sol';)", R"(import "../../x.sol";)",
        R"(import "lib/forge-std/../../x.sol";)", R"(import "../lib/forge-std/../x.sol";)",
        R"(import "forge-std/../x.sol";)", R"(import ".//../../x.sol";)", R"(import "\x2fetc/Secret.sol";)",
        R"(import "\u002fetc/Secret.sol";)", R"(import "file:///x.sol";)", "import\n\"/x.sol\"\n;",
        R"(import/**/"/x.sol";)", "// a comment\rimport \"/x.sol\";",
        R"(import "a.sol"; import "/x.sol";)"}) {
    EXPECT_TRUE(harmful(import)) << import;
  }
  EXPECT_TRUE(harmful(R"(import "../x.sol";)", 0));
  EXPECT_FALSE(harmful(R"(import "../../x.sol";)", 2));
}

TEST(Imports, AreNamedWithTheirLine) {
  const auto found = find_harmful_import("\n\nimport '/x.sol';", 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 3);
  EXPECT_EQ(found->path, "/x.sol");
}

}  // namespace
}  // namespace proctor::framework
