// `proctor golden` and `proctor show` as they are called: exit codes and what goes where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/files.hpp"
#include "cli/app.hpp"

namespace proctor::cli {
namespace {
namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct EndedExercism {
  int code = 0;
  std::string out{};
  std::string err{};
};

EndedExercism exercism_with(std::vector<const char*> words) {
  words.insert(words.begin(), "proctor");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  EndedExercism ended;
  ended.code = cli::main(static_cast<int>(words.size()), words.data());
  ended.out = testing::internal::GetCapturedStdout();
  ended.err = testing::internal::GetCapturedStderr();
  return ended;
}

class ExercismCommands : public testing::Test {
 protected:
  ExercismCommands() {
    std::string name = testing::TempDir() + "proctor-commands-XXXXXX";
    top_ = mkdtemp(name.data());
  }
  ~ExercismCommands() override {
    std::error_code error;
    fs::remove_all(top_, error);
  }
  ExercismCommands(const ExercismCommands&) = delete;
  ExercismCommands& operator=(const ExercismCommands&) = delete;

  std::string write(const std::string& path, const std::string& text) {
    fs::create_directories((top_ / path).parent_path());
    std::ofstream(top_ / path) << text;
    return (top_ / path).string();
  }

  fs::path top_;
};

TEST_F(ExercismCommands, GoldenRefusesWhatHoldsNoCase) {
  const std::string empty = top_.string();
  for (const std::vector<const char*>& words :
       std::vector<std::vector<const char*>>{{"golden", empty.c_str()},
                                             {"golden", "/nowhere"},
                                             {"golden"},
                                             {"golden", empty.c_str(), "--jobs", "0"},
                                             {"golden", empty.c_str(), "--timeout", "soon"}}) {
    const EndedExercism ended = exercism_with(words);
    EXPECT_EQ(ended.code, 2) << ended.err;
  }
  const EndedExercism ended = exercism_with({"golden", empty.c_str()});
  EXPECT_THAT(ended.err, HasSubstr("no case found"));
  EXPECT_THAT(ended.out, IsEmpty());
}

TEST_F(ExercismCommands, ACallThatIsntUnderstoodIsSaidOnStderr) {
  const std::string top = top_.string();
  const std::string config = write("proctor.toml", "[exercise]\ntimeout = \"1s\"\nreserve = \"1s\"\n");
  for (const std::vector<const char*>& words : std::vector<std::vector<const char*>>{
           {"exercism", "leap", top.c_str(), top.c_str(), "more"},
           {"exercism", "leap", top.c_str(), ""},
           {"exercism", "--nope"},
           {"exercism", "--batch", "list", "--jobs", "0"},
           {"exercism", "leap", top.c_str(), top.c_str(), "--config", config.c_str()},
           {"golden", top.c_str(), "--nope"},
           {"show"}}) {
    const EndedExercism ended = exercism_with(words);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_THAT(ended.err, StartsWith("proctor " + std::string(words.front()) + ": INVALID_REQUEST: "));
    EXPECT_THAT(ended.out, IsEmpty());
  }
}

TEST_F(ExercismCommands, GoldenSaysWhatFailsForPeopleAndForPrograms) {
  write("odd/expected_results.json", R"({"status":"pass"})");
  const std::string top = top_.string();
  const EndedExercism people = exercism_with({"golden", top.c_str(), "--track", "klingon"});
  EXPECT_EQ(people.code, 1);
  EXPECT_THAT(people.out, StartsWith("FAIL  " + top + "/odd\n  There is no track klingon"));
  EXPECT_THAT(people.out, EndsWith("\n1 case: 0 pass, 1 fails; 0 equal byte for byte\n"));
  EXPECT_THAT(people.err, StartsWith("[1/1] FAIL"));
  const EndedExercism programs = exercism_with({"golden", top.c_str(), "--track", "klingon", "--json", "-q"});
  EXPECT_EQ(programs.code, 1);
  EXPECT_THAT(programs.out, StartsWith(R"({"ok":false,"cases":1,"passed":0,"failed":1,"not_run":0,)"));
  EXPECT_THAT(programs.err, IsEmpty());
}

TEST_F(ExercismCommands, ShowPrintsWhateverTheVerdictIs) {
  const std::string file = write("results.json", R"({"version":3,"status":"error","message":"no"})");
  const EndedExercism ended = exercism_with({"show", file.c_str()});
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.out, EndsWith("ERROR  The tests couldn't be run\n"));
}

TEST_F(ExercismCommands, ShowWritesThePageToAFileOrToStdout) {
  const std::string file = write("results.json", R"({"version":3,"status":"pass","tests":[]})");
  const std::string page = (top_ / "page.html").string();
  EXPECT_EQ(exercism_with({"show", file.c_str(), "--html", page.c_str()}).code, 0);
  const auto written = read_file(page);
  ASSERT_TRUE(written);
  EXPECT_THAT(*written, StartsWith("<!doctype html>"));
  EXPECT_EQ(exercism_with({"show", file.c_str(), "--html", "-"}).out, *written);
  EXPECT_NE(exercism_with({"show", file.c_str(), "--html", "/nowhere/page.html"}).code, 0);
}

TEST_F(ExercismCommands, ShowSaysWhatIsNoResultsJson) {
  const std::string file = write("results.json", R"({"status":"pass","tests":[{"name":"a"}]})");
  const EndedExercism ended = exercism_with({"show", file.c_str()});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.out, IsEmpty());
  EXPECT_THAT(ended.err, HasSubstr(file + ": tests[0].status must be pass, fail or error"));
  EXPECT_EQ(exercism_with({"show", "/nowhere/results.json"}).code, 2);
}

}  // namespace
}  // namespace proctor::cli
