#include "framework/kept.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/files.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::framework {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using testing::ElementsAre;

class KeptBuilds : public testing::Test {
 protected:
  // A build of so many bytes that was used so many hours ago.
  void make(const std::string& name, unsigned bytes, int ago) {
    const fs::path build = builds_ / name;
    fs::create_directories(build / "build/deep");
    ASSERT_TRUE(write_file(build / "build/deep/program", std::string(bytes, 'x'), 0644));
    fs::last_write_time(build, fs::file_time_type::clock::now() - hours(ago));
  }

  std::set<std::string> left(const KeptLimits& limits) const {
    remove_old_builds(builds_, limits);
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(builds_)) names.insert(entry.path().filename().string());
    return names;
  }

  Result<PrivateDirectory> directory_ = PrivateDirectory::make();
  fs::path builds_ = directory_->path() / "builds";
};

TEST_F(KeptBuilds, WhatWasNotUsedForSoLongIsRemoved) {
  make("old", 10, 24 * 31);
  make("older", 10, 24 * 60);
  make("young", 10, 24 * 29);
  EXPECT_THAT(left({}), ElementsAre("young"));
}

TEST_F(KeptBuilds, OfTooMuchWhatWasNotUsedForLongestIsRemoved) {
  make("first", 100, 30);
  make("second", 100, 20);
  make("third", 100, 10);
  EXPECT_THAT(left({.bytes = 250}), ElementsAre("second", "third"));
  EXPECT_THAT(left({.bytes = 200}), ElementsAre("second", "third"));
  EXPECT_THAT(left({.bytes = 0}), ElementsAre());
}

TEST_F(KeptBuilds, WhatARunMayBeUsingStays) {
  make("now", 100, 0);
  make("before", 100, 2);
  EXPECT_THAT(left({.bytes = 0}), ElementsAre("now"));
}

TEST_F(KeptBuilds, NothingIsThereAtFirst) {
  remove_old_builds(builds_ / "none");
}

}  // namespace
}  // namespace proctor::framework
