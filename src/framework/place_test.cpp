#include "framework/place.hpp"

#include "framework/project_testing.hpp"

namespace proctor::framework {
namespace {

std::string told(std::string_view words, const std::filesystem::path& root) {
  const auto place = PlaceFinder(root).first_in(words);
  if (!place) return "";
  return place->file + " " + std::to_string(place->line.value_or(0)) + " " +
         std::to_string(place->column.value_or(0));
}

using Place = OfAProject;

TEST_F(Place, IsTheFirstOneInAFileOfTheProject) {
  for (const char* file : {"a b.py", "test/a.rb", "node_modules/x.js"}) touch(file);
  EXPECT_EQ(told("Traceback\n  File \"/usr/lib/x.py\", line 9, in f\n  File \"" +
                     (root_ / "a b.py").string() + "\", line 12\n",
                 root_),
            "a b.py 12 0");
  EXPECT_EQ(told("at 10:30: ./test/a.rb:4: syntax error", root_), "test/a.rb 4 0");
  EXPECT_EQ(told("at f (" + (root_ / "test/a.rb").string() + ":4:7)", root_), "test/a.rb 4 7");
  EXPECT_EQ(told("SyntaxError: test/a.rb: Unexpected token (3:0)", root_), "test/a.rb 3 0");
  EXPECT_EQ(told("x.rb:1: no\nnode_modules/x.js:2:3 ../a.rb:4", root_), "");
}

TEST_F(Place, IsFoundForAFrameOfJava) {
  for (const char* file :
       {"src/test/java/a/b/CTest.java", "web/src/test/kotlin/d/Web.kt", "src/main/java/Plain.java"})
    touch(file);
  EXPECT_EQ(
      told("\tat org.junit.Assert.fail(Assert.java:86)\n\tat app//a.b.CTest$Inner.x(CTest.java:7)\n", root_),
      "src/test/java/a/b/CTest.java 7 0");
  EXPECT_EQ(told("\tat d.Web.run(Web.kt:3)\n", root_), "web/src/test/kotlin/d/Web.kt 3 0");
  EXPECT_EQ(told("\tat Plain.main(Plain.java:2)\n", root_), "src/main/java/Plain.java 2 0");
  EXPECT_EQ(told("\tat x.y.CTest.x(CTest.java:7)\n (", root_), "");
}

}  // namespace
}  // namespace proctor::framework
