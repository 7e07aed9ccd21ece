#include "format/mocha_json.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;

const std::string kStart = "[\"start\",{\"total\":3}]\n";
const std::string kPass = R"(["pass",{"title":"a","fullTitle":"s a","file":"/x/a.js","duration":2}])"
                          "\n";
const std::string kFail =
    R"(["fail",{"title":"b","fullTitle":"s b","file":"/x/a.js","err":"1 == 2","stack":"Error: 1 == 2\n at /x/a.js:7:1"}])"
    "\n";

std::string ended(int passes, int failures, int pending) {
  return fmt::format("[\"end\",{{\"passes\":{},\"failures\":{},\"pending\":{}}}]\n", passes, failures,
                     pending);
}

TEST(MochaJson, ReadsTheStreamAndCountsTheSkippedOnes) {
  EXPECT_EQ(
      told("mocha-json", "printed\n" + kStart + kPass + kFail + ended(1, 1, 1)),
      "s | a: pass\ns | b: fail <Error: 1 == 2\\n at /x/a.js:7:1> (/x/a.js:7)\n(pending test 1): skip\n");
}

TEST(MochaJson, WhatContradictsIsSaid) {
  EXPECT_EQ(told("mocha-json", kStart + kPass), "s | a: pass\n! it is cut off: 1 of 3 tests have a result\n");
  EXPECT_THAT(told("mocha-json", kStart + kPass + ended(2, 0, 1)),
              HasSubstr("! it says that 2 tests passed and 0 failed"));
  EXPECT_THAT(told("mocha-json", kStart + kPass + ended(1, 0, 0)),
              HasSubstr("! 2 of 3 tests have no result\n"));
  EXPECT_THAT(told("mocha-json", kStart + kPass + kFail.substr(0, 40)), HasSubstr("! a line is no JSON"));
  // A hook that fails leaves tests without a result, and is none itself.
  const std::string hook =
      R"(["fail",{"title":"\"before each\" hook for \"b\"","fullTitle":"s \"before each\" hook for \"b\"","err":"x"}])"
      "\n";
  EXPECT_THAT(told("mocha-json", kStart + kPass + hook + ended(1, 1, 0)),
              HasSubstr("! 2 of 3 tests have no result\n"));
}

TEST(MochaJson, ReadsTheDocument) {
  const std::string document =
      R"({"stats":{"tests":3,"passes":1,"failures":1,"pending":1},"passes":[{"title":"a","fullTitle":"s a"}],)"
      R"("failures":[{"title":"b","fullTitle":"s b","err":{"message":"no","stack":"Error: no"}}],)"
      R"("pending":[{"title":"c","fullTitle":"c","err":{}}]})";
  EXPECT_EQ(told("mocha-json", document), "s | a: pass\ns | b: fail <Error: no>\nc: skip\n");
  EXPECT_EQ(detect_format(document), "mocha-json");
  EXPECT_THAT(told("mocha-json", document.substr(0, 100)), HasSubstr("! it is cut off or no JSON"));
}

}  // namespace
}  // namespace proctor::format
