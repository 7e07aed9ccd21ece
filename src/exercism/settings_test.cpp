#include "exercism/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace proctor::exercism {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class SettingsTest : public testing::Test {
 protected:
  SettingsTest() {
    std::string name = testing::TempDir() + "proctor-settings-XXXXXX";
    top_ = mkdtemp(name.data());
    root_ = top_ / "submission";
    fs::create_directory(root_);
  }
  ~SettingsTest() override {
    std::error_code error;
    fs::remove_all(top_, error);
  }
  SettingsTest(const SettingsTest&) = delete;
  SettingsTest& operator=(const SettingsTest&) = delete;

  void write(const std::string& path, const std::string& text) {
    const fs::path file = root_ / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  Settings with_config(const std::string& text) {
    write(".meta/config.json", text);
    return read_settings(root_);
  }

  fs::path top_;
  fs::path root_;
};

TEST_F(SettingsTest, WithoutFilesThereAreNone) {
  const Settings settings = read_settings(root_);
  EXPECT_THAT(settings.tests, IsEmpty());
  EXPECT_THAT(settings.metadata, IsEmpty());
  EXPECT_FALSE(settings.is_true("custom"));
  EXPECT_THAT(read_settings("/nowhere").tests, IsEmpty());
}

TEST_F(SettingsTest, TheTestFilesAreThoseThatAreThereInTheirOrder) {
  write("b_test.py", "");
  write("a_test.py", "");
  write("dir/c_test.py", "");
  const Settings settings = with_config(
      R"({"files":{"test":["b_test.py","gone_test.py","dir/c_test.py","./gone_test.py","dir/no.py","a_test.py"]}})");
  EXPECT_THAT(settings.tests, ElementsAre("b_test.py", "dir/c_test.py", "a_test.py"));
  EXPECT_THAT(settings.missing, ElementsAre("gone_test.py", "dir/no.py"));
}

TEST_F(SettingsTest, WhatIsNoFileOfTheSubmissionIsMissing) {
  fs::create_directories(root_ / "a_test.py");
  fs::create_symlink("nowhere", root_ / "b_test.py");
  fs::create_symlink("/etc/passwd", root_ / "c_test.py");
  const Settings settings = with_config(R"({"files":{"test":["a_test.py","b_test.py","c_test.py"]}})");
  EXPECT_THAT(settings.tests, IsEmpty());
  EXPECT_THAT(settings.missing, ElementsAre("a_test.py", "b_test.py", "c_test.py"));
}

TEST_F(SettingsTest, TheAuthorsOtherFilesAreThoseThatTheStudentDoesNotWrite) {
  write("data.py", "");
  write("own.py", "");
  const Settings settings =
      with_config(R"({"files":{"solution":["own.py"],"editor":["own.py","data.py","gone.py"]}})");
  EXPECT_THAT(settings.author_files, ElementsAre("data.py"));
  EXPECT_THAT(settings.missing, IsEmpty());
}

TEST_F(SettingsTest, CommentsAndACommaTooManyAreTaken) {
  write("a_test.py", "");
  EXPECT_THAT(with_config("// ours\n{\"files\": {\"test\": [\"a_test.py\",], /* more */},}\n").tests,
              ElementsAre("a_test.py"));
  EXPECT_THAT(with_config("\xEF\xBB\xBF{\"files\": {\"test\": [\"a_test.py\"]}}").tests,
              ElementsAre("a_test.py"));
}

TEST_F(SettingsTest, OlderSitesKeepItElsewhereAndTheNewPlaceComesFirst) {
  write("a_test.py", "");
  write("b_test.py", "");
  write(".exercism/config.json", R"({"files":{"test":["a_test.py"]}})");
  EXPECT_THAT(read_settings(root_).tests, ElementsAre("a_test.py"));
  EXPECT_THAT(with_config(R"({"files":{"test":["b_test.py"]}})").tests, ElementsAre("b_test.py"));
  // One that can't be read is as good as none.
  EXPECT_THAT(with_config("{").tests, ElementsAre("a_test.py"));
}

TEST_F(SettingsTest, WhatLeadsOutOfTheSubmissionIsntATestFile) {
  write("a_test.py", "");
  std::ofstream(top_ / "outside.py") << "";
  std::error_code error;
  fs::create_symlink(top_ / "outside.py", root_ / "link_test.py", error);
  fs::create_directory_symlink(top_, root_ / "dir", error);
  const std::string absolute = (top_ / "outside.py").string();
  EXPECT_THAT(
      with_config(R"({"files":{"test":["../outside.py",")" + absolute +
                  R"(","x/../../outside.py","","..",".","/","link_test.py","dir/outside.py","a_test.py"]}})")
          .tests,
      ElementsAre("a_test.py"));
}

TEST_F(SettingsTest, NamesThatCantBePathsDontCount) {
  write("a_test.py", "");
  EXPECT_THAT(
      with_config(R"({"files":{"test":["a\u0000b","a_test.py/","-x",7,null,["a_test.py"],{}]}})").tests,
      IsEmpty());
  EXPECT_THAT(with_config(R"({"files":{"test":["a_test.py\u0000"]}})").tests, IsEmpty());
  EXPECT_THAT(with_config(R"({"files":{"test":["a_test.py\n"]}})").tests, IsEmpty());
}

TEST_F(SettingsTest, TheSameFileCountsOnce) {
  write("a_test.py", "");
  EXPECT_THAT(
      with_config(R"({"files":{"test":["a_test.py","./a_test.py","x/../a_test.py","a_test.py"]}})").tests,
      ElementsAre("a_test.py"));
}

TEST_F(SettingsTest, AnotherShapeIsAsGoodAsNone) {
  write("a_test.py", "");
  for (const char* text :
       {"[]", "null", "7", "\"x\"", R"({"files":[]})", R"({"files":{"test":"a_test.py"}})",
        R"({"files":{"test":{}}})", "{\"files\":{\"test\":[\"a_test.py\"]}", "\xff\xfe{}", ""})
    EXPECT_THAT(with_config(text).tests, IsEmpty()) << text;
  EXPECT_THAT(with_config(std::string(100'000, '[')).tests, IsEmpty());
}

TEST_F(SettingsTest, AConfigThatIsNoFileOrTooLargeIsntRead) {
  fs::create_directories(root_ / ".meta/config.json");
  EXPECT_THAT(read_settings(root_).tests, IsEmpty());
  fs::remove(root_ / ".meta/config.json");
  ASSERT_EQ(mkfifo((root_ / ".meta/config.json").c_str(), 0600), 0);
  EXPECT_THAT(read_settings(root_).tests, IsEmpty());
  fs::remove(root_ / ".meta/config.json");
  write(".meta/config.json", "{}");
  ASSERT_EQ(truncate((root_ / ".meta/config.json").c_str(), off_t{1} << 40), 0);
  EXPECT_THAT(read_settings(root_).tests, IsEmpty());
}

TEST_F(SettingsTest, ValuesAreFoundByTheirPathAlsoWhereNamesHaveDots) {
  const Settings settings = with_config(
      R"({"custom":{"taskIdsEnabled":true,"no":false,"one":1,"text":"true","flag.tests.task-per-describe":true},)"
      R"("a.b":{"c":true},"a":{"d":true}})");
  EXPECT_TRUE(settings.is_true("custom.taskIdsEnabled"));
  EXPECT_TRUE(settings.is_true("custom.flag.tests.task-per-describe"));
  EXPECT_TRUE(settings.is_true("a.b.c"));
  EXPECT_TRUE(settings.is_true("a.d"));
  for (const char* path : {"", "custom", "custom.no", "custom.one", "custom.text", "custom.taskIdsEnabled.x",
                           "custom.", ".", "taskIdsEnabled", "a.b.d", "custom.flag"})
    EXPECT_FALSE(settings.is_true(path)) << path;
}

TEST_F(SettingsTest, MetadataAreFoundByIdAndWhatHasAnotherTypeDoesntCount) {
  write(
      ".meta/tests-metadata.json",
      R"({"tests":[{"id":"a","name":"A","test_code":"code","task_id":3},{"id":"b","name":7,"test_code":null,"task_id":"1"},)"
      R"({"id":"c","task_id":-1},{"id":"d","name":"","task_id":99999999999},{"id":"a","name":"second"},{"name":"no id"},7,{"id":""}]})");
  const Settings settings = read_settings(root_);
  EXPECT_EQ(settings.metadata.size(), 4U);
  const TestMetadata& a = settings.metadata.at("a");
  EXPECT_EQ(a.name, "A");
  EXPECT_EQ(a.code, "code");
  EXPECT_EQ(a.task, 3);
  for (const char* id : {"b", "c", "d"}) {
    const TestMetadata& other = settings.metadata.at(id);
    EXPECT_FALSE(other.name || other.code || other.task) << id;
  }
}

}  // namespace
}  // namespace proctor::exercism
