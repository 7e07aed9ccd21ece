#include "framework/find_project.hpp"

#include <gmock/gmock.h>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class FindProject : public testing::Test {
 protected:
  FindProject() {
    std::string name = (temporary_dir() / "proctor-find-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
    Definition squeak;
    squeak.name = squeak.title = "Squeak";
    squeak.run.command = {"true"};
    squeak.recognise = {{.glob = "squeak.ini"}, {.glob = "*.squeak", .hint = true}};
    known_ = {squeak};
  }
  ~FindProject() override { remove_tree(dir_); }

  void put(const std::string& path, const std::string& text = "") {
    fs::create_directories((dir_ / path).parent_path());
    ASSERT_TRUE(write_file(dir_ / path, text));
  }
  std::string around(const std::string& directory) {
    const auto found = project_around(known_, dir_ / directory);
    return found ? found->lexically_relative(dir_).string() : "none";
  }

  fs::path dir_;
  std::vector<Definition> known_;
};

TEST_F(FindProject, GoesUpToWhatLeavesNoDoubt) {
  put("p/squeak.ini");
  put("p/a/b/x.squeak");
  EXPECT_EQ(around("p/a/b"), "p");
  EXPECT_EQ(around("p"), "p");
  put("p/a/squeak.ini");
  EXPECT_EQ(around("p/a/b"), "p/a");
}

TEST_F(FindProject, TakesTheNearestHintWhereNothingIsSure) {
  put("p/x.squeak");
  put("p/a/y.squeak");
  put("p/a/b/z.txt");
  EXPECT_EQ(around("p/a/b"), "p/a");
}

TEST_F(FindProject, ADirectoryWithTestsOfAnotherFrameworkIsAProjectOfItsOwn) {
  Definition quack;
  quack.name = quack.title = "Quack";
  quack.run.command = {"true"};
  quack.recognise = {{.glob = "quack.ini"}};
  quack.test_files.names = {"*.quack"};
  known_ = {quack, known_.front()};
  put("p/quack.ini");
  put("p/a/x.squeak");
  put("p/a/b/z.txt");
  EXPECT_EQ(around("p/a"), "p/a");
  EXPECT_EQ(around("p/a/b"), "p/a");
  EXPECT_EQ(around("p"), "p");
  put("p/a/b/y.quack");
  EXPECT_EQ(around("p/a"), "p") << "which has tests there, too";
  EXPECT_TRUE(tests_lie_in(known_, dir_ / "p", dir_ / "p/a"));
}

TEST_F(FindProject, AProjectOfAnUnknownKindIsNotTakenForOneThatLiesBesideIt) {
  known_.front().test_files.names = {"*.squeak"};
  put("p/squeak.ini");
  put("p/src/x.squeak");
  put("p/gems/mix.exs");
  put("p/plain/z.txt");
  EXPECT_EQ(around("p/gems"), "none");
  EXPECT_EQ(around("p/plain"), "p");
  put("p/gems/y.squeak");
  EXPECT_NE(around("p/gems"), "none") << "the project has tests there";
}

TEST_F(FindProject, DoesNotLeaveARepository) {
  put("squeak.ini");
  put("p/.git/HEAD");
  put("p/a/z.txt");
  EXPECT_EQ(around("p/a"), "none");
  put("p/x.squeak");
  EXPECT_EQ(around("p/a"), "p");
}

TEST_F(FindProject, DoesNotTakeAHomeOrATemporaryDirectoryForAProject) {
  put("home/squeak.ini");
  put("home/p/z.txt");
  setenv("HOME", (dir_ / "home").c_str(), 1);
  EXPECT_EQ(around("home/p"), "none");
  EXPECT_EQ(around("home"), "home") << "unless somebody stands there";
  fs::permissions(dir_ / "home", fs::perms::sticky_bit, fs::perm_options::add);
  setenv("HOME", "/nowhere", 1);
  EXPECT_EQ(around("home/p"), "none");
  unsetenv("HOME");
}

TEST_F(FindProject, LooksTwoLevelsDown) {
  put("a/squeak.ini");
  put("b/c/x.squeak");
  put("b/c/d/squeak.ini");
  put("e/f/g/squeak.ini");
  put("node_modules/m/squeak.ini");
  put(".hidden/squeak.ini");
  EXPECT_THAT(projects_below(known_, dir_),
              ElementsAre(Pair(dir_ / "a", "Squeak"), Pair(dir_ / "b/c", "Squeak")));
  EXPECT_THAT(projects_below(known_, dir_, 1), ElementsAre(Pair(dir_ / "a", "Squeak")));
}

TEST_F(FindProject, SeesWhatOthersRunByHand) {
  put("m/Makefile", "all:\n\ttrue\ntest: all\n\ttrue\n");
  put("n/package.json", R"({"scripts": {"test": "ava"}})");
  put("o/Makefile", "all:\n\ttrue\n");
  put("p/x.csproj");
  put("p/y.sln");
  EXPECT_THAT(other_signs(dir_ / "m"), ElementsAre(Pair("a Makefile with tests", "make test")));
  put("g/a.csproj");
  EXPECT_THAT(other_signs(dir_ / "g"), ElementsAre(Pair("a .NET project", "dotnet test")));
  put("g/a.sln");
  EXPECT_THAT(other_signs(dir_ / "g"), ElementsAre(Pair("a .NET solution", "dotnet test")));
  EXPECT_THAT(other_signs(dir_ / "n"), ElementsAre(Pair("a test script in package.json", "npm test")));
  EXPECT_THAT(other_signs(dir_ / "o"), IsEmpty());
  EXPECT_THAT(other_signs(dir_ / "p"), ElementsAre(Pair("a .NET solution", "dotnet test")));
  put("q/package.json", R"({"scripts": {"test": "echo \"Error: no test specified\" && exit 1"}})");
  EXPECT_THAT(other_signs(dir_ / "q"), ElementsAre(Pair(testing::HasSubstr("no test specified"), "")));
}

}  // namespace
}  // namespace proctor::framework
