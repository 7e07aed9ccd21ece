#include "framework/framework_ids.hpp"

#include <gmock/gmock.h>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::framework {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

TEST(FrameworkIds, AreWithTheFileAndWithout) {
  EXPECT_THAT(ids_of({"a.py", "T", "test_b"}, "::", "/nowhere"), ElementsAre("T::test_b", "a.py::T::test_b"));
  EXPECT_THAT(ids_of({"a.js", "outer > inner", "b"}, " > ", "/nowhere"),
              ElementsAre("outer > inner > b", "a.js > outer > inner > b"));
}

TEST(FrameworkIds, OfATestOutsideOfAnySuiteAreItsName) {
  EXPECT_THAT(ids_of({"a.js", "", "b"}, " > ", "/nowhere"), ElementsAre("b", "a.js > b"));
  EXPECT_THAT(ids_of({"a.js", "b", ""}, " > ", "/nowhere"), ElementsAre("b", "a.js > b"));
}

TEST(FrameworkIds, OfANameWithTheSeparatorOfTheRequestAreFoundByTheFile) {
  std::string place = (temporary_dir() / "proctor-ids-XXXXXX").string();
  const std::filesystem::path root = mkdtemp(place.data());
  ASSERT_TRUE(write_file(root / "a.js", ""));
  // As the command line takes "a.js::A::std::string is one".
  EXPECT_THAT(ids_of({"a.js::A", "std", "string is one"}, " > ", root),
              Contains("a.js > A > std::string is one"));
  EXPECT_THAT(ids_of({"a.js", "std", "string is one"}, " > ", root), Contains("a.js > std::string is one"));
  EXPECT_THAT(ids_of({"b.js::A", "std", "string"}, " > ", root), Not(Contains("b.js > A > std::string")));
  remove_tree(root);
}

}  // namespace
}  // namespace proctor::framework
