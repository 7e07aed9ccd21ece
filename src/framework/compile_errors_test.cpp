#include "framework/compile_errors.hpp"

#include <gmock/gmock.h>

namespace proctor::framework {
namespace {

using testing::IsEmpty;

TEST(CompileErrors, HaveTheirPlaces) {
  struct Case {
    const char* printed;
    const char* file;
    int line;
    std::optional<int> column;
    const char* message;
  };
  for (const Case& one : {
           Case{"./src/main/java/A.java:4: error: incompatible types: String cannot be converted to int\n"
                "    return \"two\";\n           ^\n",
                "src/main/java/A.java", 4, 12, "incompatible types: String cannot be converted to int"},
           Case{"/p/src/A.java:3:5: error: cannot find symbol\n  symbol: class B", "src/A.java", 3, 5,
                "cannot find symbol"},
           Case{"e: file:///p/src/A.kt:3:5 Unresolved reference: b", "src/A.kt", 3, 5,
                "Unresolved reference: b"},
           Case{"\n== Compilation error in file lib/a.ex ==\n** (CompileError) lib/a.ex:2: undefined "
                "function x/0",
                "lib/a.ex", 2, std::nullopt, "undefined function x/0"},
           Case{"a.c:1:2: fatal error: b.h: No such file", "a.c", 1, 2, "b.h: No such file"},
       }) {
    const auto errors = compile_errors(one.printed, "/p");
    ASSERT_EQ(errors.size(), 1U) << one.printed;
    EXPECT_EQ(errors[0].severity, "error");
    EXPECT_EQ(errors[0].file, one.file);
    EXPECT_EQ(errors[0].line, one.line);
    EXPECT_EQ(errors[0].column, one.column) << one.printed;
    EXPECT_EQ(errors[0].message, one.message);
  }
}

TEST(CompileErrors, EachHasTheLinesBelowIt) {
  const auto errors = compile_errors("A.java:1: error: a\n  x\n  ^\nB.java:2: error: b\n\nmore", "/p");
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].text, "A.java:1: error: a\n  x\n  ^");
  EXPECT_EQ(errors[0].column, 3);
  EXPECT_EQ(errors[1].text, "B.java:2: error: b");
}

TEST(CompileErrors, OtherLinesAreNone) {
  EXPECT_THAT(
      compile_errors("The program ended with exit code 1.\nat 12:30:59 error: x\nA.java:4: warning: y\n"
                     "error: no place\n",
                     "/p"),
      IsEmpty());
}

}  // namespace
}  // namespace proctor::framework
