// What the tests of this folder have in common: a directory of their own, variables that are put back, and
// small programs that stand in for forge where the subject is how we call it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::framework {

class ForgeFixture : public testing::Test {
 protected:
  ForgeFixture() {
    std::string name = (temporary_dir() / "proctor-forge-XXXXXX").string();
    dir_ = std::filesystem::canonical(mkdtemp(name.data()));
    // Nothing of this machine is to be found but what a test puts there.
    set("HOME", (dir_ / "home").string());
    set("XDG_DATA_HOME", "");
    set("XDG_CACHE_HOME", (dir_ / "home/cache").string());
    set("PROCTOR_FORGE", "");
    set("PROCTOR_BOX", (dir_ / "no-box").string());
  }
  ~ForgeFixture() override {
    for (const auto& [name, value] : before_) {
      if (value) {
        setenv(name.c_str(), value->c_str(), 1);
      } else {
        unsetenv(name.c_str());
      }
    }
    remove_tree(dir_);
  }

  /// Until the end of the test.
  void set(const std::string& name, const std::string& value) {
    const char* old = std::getenv(name.c_str());
    before_.emplace(name, old ? std::optional<std::string>(old) : std::nullopt);
    setenv(name.c_str(), value.c_str(), 1);
  }

  std::filesystem::path write(const std::string& path, const std::string& content, unsigned mode = 0600) {
    std::filesystem::create_directories((dir_ / path).parent_path());
    EXPECT_TRUE(write_file(dir_ / path, content, mode));
    return dir_ / path;
  }
  std::filesystem::path program(const std::string& path, const std::string& script = "exit 0") {
    return write(path, "#!/bin/sh\n" + script + "\n", 0700);
  }

  std::filesystem::path dir_;

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

}  // namespace proctor::framework
