// A project that a test makes up, file by file.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::framework {

class OfAProject : public testing::Test {
 protected:
  OfAProject() {
    std::string name = (temporary_dir() / "proctor-project-XXXXXX").string();
    root_ = std::filesystem::canonical(mkdtemp(name.data()));
  }
  ~OfAProject() override { remove_tree(root_); }
  void touch(const std::string& path, const std::string& text = "") {
    std::filesystem::create_directories((root_ / path).parent_path());
    ASSERT_TRUE(write_file(root_ / path, text));
  }

  std::filesystem::path root_;
};

}  // namespace proctor::framework
