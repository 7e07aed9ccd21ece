#include "base/paths.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "base/files.hpp"

namespace proctor {
namespace {

namespace fs = std::filesystem;

TEST(Paths, AProgramIsFoundInAPathListButNeverInTheCurrentDirectory) {
  std::string name = (temporary_dir() / "proctor-paths-XXXXXX").string();
  const fs::path dir = mkdtemp(name.data());
  std::ofstream(dir / "tool") << "#!/bin/sh\n";
  EXPECT_EQ(find_in_path("tool", dir.string()), "");  // not executable
  fs::permissions(dir / "tool", fs::perms(0755));
  EXPECT_EQ(find_in_path("tool", "/nowhere::" + dir.string()), dir / "tool");
  fs::current_path(dir);
  EXPECT_EQ(find_in_path("tool", ":"), "");
  fs::current_path("/");
  remove_tree(dir);
}

}  // namespace
}  // namespace proctor
