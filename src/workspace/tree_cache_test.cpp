#include "workspace/tree_cache.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;

class TreeCacheTest : public testing::Test {
 protected:
  TreeCacheTest() {
    std::string name = (temporary_dir() / "proctor-cache-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    write("from/out/A.json", "aaa");
    write("from/out/deep/B.json", "bbb");
    write("from/cache/index.json", "ccc");
    write("from/cache/fuzz/failures", "not to be kept");
  }
  ~TreeCacheTest() override { remove_tree(dir_); }

  void write(const std::string& path, const std::string& content) const {
    fs::create_directories((dir_ / path).parent_path());
    std::ofstream(dir_ / path) << content;
  }
  bool store(const TreeCache& cache, const std::string& key) const {
    return cache.store(key, dir_ / "from", paths_);
  }

  fs::path dir_;
  const std::vector<std::string> paths_{"out", "cache/index.json", "missing"};
};

TEST_F(TreeCacheTest, WhatWasKeptComesBackAndNothingElse) {
  const TreeCache cache(dir_ / "cache", 1 << 20);
  EXPECT_FALSE(cache.restore("k", dir_ / "to"));
  ASSERT_TRUE(store(cache, "k"));
  ASSERT_TRUE(cache.restore("k", dir_ / "to"));
  EXPECT_EQ(*read_file(dir_ / "to/out/deep/B.json"), "bbb");
  EXPECT_EQ(*read_file(dir_ / "to/cache/index.json"), "ccc");
  EXPECT_FALSE(fs::exists(dir_ / "to/cache/fuzz"));
  EXPECT_EQ(cache.fingerprint("k"), TreeCache::fingerprint(dir_ / "to", paths_));
  EXPECT_FALSE(cache.restore("other", dir_ / "to2"));
}

TEST_F(TreeCacheTest, ACorruptEntryIsDroppedAndNothingOfItIsUsed) {
  const TreeCache cache(dir_ / "cache", 1 << 20);
  const fs::path files = dir_ / "cache/k/files";
  const auto corrupt = [&](auto damage) {
    ASSERT_TRUE(store(cache, "k"));
    damage();
    EXPECT_FALSE(cache.restore("k", dir_ / "to"));
    EXPECT_FALSE(fs::exists(dir_ / "cache/k"));
    EXPECT_FALSE(fs::exists(dir_ / "to"));
  };
  corrupt([&] { std::ofstream(files / "out/A.json") << "aab"; });
  corrupt([&] { std::ofstream(files / "out/A.json") << "aa"; });
  corrupt([&] { fs::remove(files / "cache/index.json"); });
  corrupt([&] { std::ofstream(files / "out/more.json") << "x"; });
  corrupt([&] { std::ofstream(dir_ / "cache/k/manifest.json") << "{}"; });
  corrupt([&] { std::ofstream(dir_ / "cache/k/manifest.json") << "{\"out/A.json\": 3}"; });
  corrupt([&] { fs::remove(dir_ / "cache/k/manifest.json"); });
}

TEST_F(TreeCacheTest, TheEntriesUsedLongestAgoGoWhenItGetsTooLarge) {
  write("from/out/A.json", std::string(1000, 'x'));
  const TreeCache cache(dir_ / "cache", 4000);
  ASSERT_TRUE(store(cache, "a"));
  ASSERT_TRUE(store(cache, "b"));
  const auto age = [&](const char* key, int hours) {
    fs::last_write_time(dir_ / "cache" / key / "manifest.json",
                        fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  age("a", 2);
  age("b", 1);
  ASSERT_TRUE(cache.restore("a", dir_ / "to"));  // now b is the oldest
  ASSERT_TRUE(store(cache, "c"));
  ASSERT_TRUE(store(cache, "d"));
  EXPECT_FALSE(fs::exists(dir_ / "cache/b"));
  EXPECT_TRUE(fs::exists(dir_ / "cache/d"));
}

TEST_F(TreeCacheTest, WhatIsLargerThanTheWholeIsNotKept) {
  EXPECT_FALSE(store(TreeCache(dir_ / "cache", 5), "k"));
  EXPECT_FALSE(store(TreeCache(dir_ / "cache", 0), "k"));
  EXPECT_FALSE(fs::exists(dir_ / "cache/k"));
}

TEST_F(TreeCacheTest, SymbolicLinksAreNotFollowed) {
  fs::create_symlink("/etc/passwd", dir_ / "from/out/link");
  const TreeCache cache(dir_ / "cache", 1 << 20);
  ASSERT_TRUE(store(cache, "k"));
  ASSERT_TRUE(cache.restore("k", dir_ / "to"));
  EXPECT_FALSE(fs::exists(dir_ / "to/out/link"));
}

}  // namespace
}  // namespace proctor
