// Repositories for the tests of this folder.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "tree/tree.hpp"

namespace proctor::tree {

/// A folder with a project and one with a state, and git that nobody has set up.
class TreeTest : public ::testing::Test {
 protected:
  TreeTest() {
    std::string name = (std::filesystem::temp_directory_path() / "proctor-tree-XXXXXX").string();
    folder_ = std::filesystem::canonical(mkdtemp(name.data()));
    std::filesystem::create_directory(root());
    for (const char* one : {"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a",
                            "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b"})
      putenv(const_cast<char*>(one));
    unsetenv("GIT_DIR");
    unsetenv("GIT_INDEX_FILE");
  }
  ~TreeTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path root() const { return folder_ / "project"; }

  void file(const std::string& path, const std::string& content) const {
    std::filesystem::create_directories((root() / path).parent_path());
    std::ofstream(root() / path) << content;
  }
  /// Runs a line of the shell in the project.
  void shell(const std::string& line) const {
    EXPECT_EQ(
        std::system(("cd " + shell_quote(root().string()) + " && { " + line + "\n} >/dev/null").c_str()), 0)
        << line;
  }
  /// A repository with a committed file and an ignored one.
  void repository() const {
    shell("git init -q -b main");
    file(".gitignore", "*.log\n");
    file("src/a.py", "a = 1\n");
    file("noise.log", "1");
    shell("git add . && git commit -qm first");
  }

  Access access() { return {.supervisor = supervisor_, .state = folder_ / "state"}; }
  Tree tree() { return read_tree(root(), access()); }
  /// Never empty: two trees without an opinion aren't equal.
  std::string digest() {
    const Tree now = tree();
    EXPECT_NE(now.digest, "") << now.why_none;
    return now.digest;
  }
  std::string index_digest() {
    const Tree index = read_index(root(), access());
    EXPECT_NE(index.digest, "") << index.why_none;
    return index.digest;
  }
  static std::vector<std::string> paths(const Tree& tree) {
    std::vector<std::string> paths;
    for (const TreeFile& one : tree.files) paths.push_back(one.path);
    return paths;
  }

  std::filesystem::path folder_{};
  supervise::Supervisor supervisor_{};
};

}  // namespace proctor::tree
