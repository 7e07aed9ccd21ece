// Which directories a sandbox opens, and which it doesn't.
#include "supervise/isolation/view.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class ViewTest : public ::testing::Test {
 protected:
  std::string refusal(const std::vector<fs::path>& writable, const std::vector<fs::path>& read_only = {}) {
    const auto view = View::make(system_, {.read_only = read_only}, writable);
    return view ? "" : view.error();
  }
  // Each step as its letter and its path, and what else there is on its own.
  std::vector<std::string> words(const View& view) {
    ViewSteps steps;
    system_.add_to(steps, {});
    view.add_to(steps);
    std::vector<std::string> found;
    for (std::size_t at = 0; at < steps.text().size(); at += found.back().size() + 1)
      found.emplace_back(steps.text().c_str() + at);
    return found;
  }

  SystemView system_{};
  TestFolder folder_{};
};

TEST_F(ViewTest, DoesntLetACommandWriteWhereOthersLive) {
  for (const char* path :
       {"/",        "/usr",     "/usr/local/bin", "/etc",  "/etc/ssl", "/bin", "/lib",  "/dev",
        "/dev/shm", "/proc",    "/proc/self",     "/sys",  "/boot",    "/tmp", "/tmp/", "/tmp/../tmp/.",
        "/var",     "/var/tmp", "/run",           "/home", "/mnt",     "/opt", "/srv"}) {
    if (access(path, F_OK) != 0) continue;
    EXPECT_THAT(refusal({path}), HasSubstr("can't let a command write")) << path;
  }
}

TEST_F(ViewTest, DoesntOpenWhatStandsWhereTheSandboxIsMade) {
  // Nobody has these, so root makes them for a moment.
  if (geteuid() != 0 || fs::exists(INIT_MACHINE)) GTEST_SKIP() << "it can't be made";
  const fs::path place = fs::path(INIT_MACHINE) / "place";
  fs::create_directories(place);
  const std::string writable = refusal({place});
  const std::string readable = refusal({}, {place});
  fs::remove_all(INIT_MACHINE);
  EXPECT_THAT(writable, HasSubstr("can't let a command write"));
  EXPECT_THAT(readable, HasSubstr("of its own"));
}

TEST_F(ViewTest, DoesntOpenTheHomeDirectoryOrWhatHoldsIt) {
  const fs::path home = folder_.path() / "people" / "me";
  fs::create_directories(home / "project");
  const char* before = std::getenv("HOME");
  const std::string saved = before != nullptr ? before : "";
  setenv("HOME", home.c_str(), 1);
  EXPECT_THAT(refusal({home}), HasSubstr("home directory"));
  EXPECT_THAT(refusal({home.parent_path()}), HasSubstr("home directory"));
  EXPECT_EQ(refusal({home / "project"}), "");
  setenv("HOME", saved.c_str(), 1);
}

TEST_F(ViewTest, LooksThroughLinksBeforeItRefuses) {
  fs::create_directory_symlink("/etc", folder_.path() / "harmless");
  EXPECT_THAT(refusal({folder_.path() / "harmless"}), HasSubstr("(which is /etc)"));
  fs::create_directory_symlink("/", folder_.path() / "all");
  EXPECT_THAT(refusal({}, {folder_.path() / "all"}), HasSubstr("whole machine"));
}

TEST_F(ViewTest, WantsDirectoriesThatAreThere) {
  EXPECT_THAT(refusal({folder_.path() / "gone"}), HasSubstr("it can't be found"));
  EXPECT_THAT(refusal({}, {folder_.path() / "gone"}), HasSubstr("it can't be found"));
  EXPECT_THAT(refusal({"relative"}), HasSubstr("absolute"));
  EXPECT_THAT(refusal({folder_.file("plain", "")}), HasSubstr("isn't a directory"));
}

TEST_F(ViewTest, DoesntFollowALinkThatACommandMayHaveMade) {
  const fs::path work = folder_.path() / "work";
  fs::create_directories(work);
  fs::create_directory_symlink("/root", work / "modules");
  EXPECT_THAT(refusal({work}, {work / "modules"}), HasSubstr("a command may have made it"));
  // As a writable directory it is a part of the workspace already; what it leads to isn't opened.
  const auto view = View::make(system_, {}, {work, work / "modules"});
  ASSERT_TRUE(view.has_value()) << view.error();
  EXPECT_THAT(words(*view), ::testing::Not(::testing::Contains(::testing::EndsWith("/root"))));
}

TEST_F(ViewTest, MountsWhatIsWithinAnotherAfterIt) {
  fs::create_directories(folder_.path() / "a" / "b" / "c");
  const fs::path a = folder_.path() / "a";
  const auto view = View::make(system_, {.read_only = {a / "b" / "c", a}}, {a / "b"});
  ASSERT_TRUE(view.has_value()) << view.error();
  const auto text = words(*view);
  const auto place = [&](char kind, const fs::path& path) {
    return std::find(text.begin(), text.end(), kind + path.native());
  };
  EXPECT_LT(place(INIT_MEMORY, "/tmp"), place(INIT_READABLE, a));
  EXPECT_LT(place(INIT_READABLE, a), place(INIT_WRITABLE, a / "b"));
  EXPECT_LT(place(INIT_WRITABLE, a / "b"), place(INIT_READABLE, a / "b" / "c"));
  EXPECT_LT(place(INIT_READABLE, a / "b" / "c"), text.end());
}

TEST_F(ViewTest, MountsProtectedFilesReadOnlyAndTheDirectoriesOnTheWay) {
  const fs::path work = folder_.path() / "work";
  fs::create_directories(work / "solution" / "tests");
  folder_.file("work/solution/tests/test", "");
  fs::create_symlink("test", work / "solution" / "tests" / "link");
  const fs::path tests = work / "solution" / "tests";
  const auto view =
      View::make(system_, {}, {work}, {tests / "test", tests / "link", tests / "gone", "/usr/bin/env"});
  ASSERT_TRUE(view.has_value()) << view.error();
  const auto text = words(*view);
  const auto step = [](InitStep kind, const fs::path& path) {
    return static_cast<char>(kind) + path.native();
  };
  const auto first = std::find(text.begin(), text.end(), step(INIT_WRITABLE, work));
  ASSERT_GE(text.end() - first, 4);
  EXPECT_THAT(std::vector<std::string>(first, first + 4),
              ::testing::ElementsAre(step(INIT_WRITABLE, work), step(INIT_WRITABLE, work / "solution"),
                                     step(INIT_WRITABLE, tests), step(INIT_READABLE, tests / "test")));
  EXPECT_THAT(text, ::testing::Not(::testing::Contains(::testing::EndsWith("link"))));
}

TEST_F(ViewTest, TellsWhatIsHidden) {
  const std::string inside = folder_.file("inside", "");
  const TestFolder other;
  const std::string outside = other.file("outside", "");
  fs::create_symlink(outside, folder_.path() / "leads_out");
  const auto view = View::make(system_, {}, {folder_.path()});
  ASSERT_TRUE(view.has_value()) << view.error();
  EXPECT_TRUE(view->shows(inside));
  EXPECT_TRUE(view->shows("/usr/bin/env"));
  EXPECT_TRUE(view->shows("/bin/sh"));
  EXPECT_EQ(view->hidden_part(outside), fs::path(outside));
  EXPECT_EQ(view->hidden_part(folder_.path() / "leads_out"), fs::path(outside));
  EXPECT_TRUE(view->hidden_part("/etc/shadow").has_value());
}

}  // namespace
}  // namespace proctor::supervise
