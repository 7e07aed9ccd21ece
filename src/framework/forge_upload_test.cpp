#include "framework/forge_upload.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.hpp"
#include "framework/forge_testing.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string left_out_of_upload(const std::string& key) {
  return "foundry.toml: " + key + " is left out: uploads can't set it";
}

class PrepareUpload : public ForgeFixture {
 protected:
  PrepareUpload() {
    set("TMPDIR", dir_.string());
    write("libs/forge-std/src/Test.sol", "");
    write("libs/forge-std/package.json", R"({"version": "1.9.0"})");
    write("libs/oz/contracts/A.sol", "");
    write("libs/flat/F.sol", "");
    for (const char* name : {"forge-std", "oz", "flat"}) tools_.libs.push_back(dir_ / "libs" / name);
  }

  PreparedUpload prepare(const Sources& sources) {
    place_.reset();
    place_.emplace(std::move(*Workspace::from_sources(sources)));
    const auto prepared = prepare_forge_upload(*place_, tools_, "shanghai");
    EXPECT_TRUE(prepared) << prepared.error().message;
    return prepared.value_or(PreparedUpload());
  }
  std::string text(const std::string& path) const {
    return read_file(place_->root() / path).value_or("missing");
  }

  ForgeTools tools_;
  std::optional<Workspace> place_;
};

TEST_F(PrepareUpload, WithoutSettingsOfItsOwnAnUploadGetsOurs) {
  const PreparedUpload prepared = prepare({{"test/A.t.sol", "x"}});
  EXPECT_THAT(text("foundry.toml"), HasSubstr("evm_version = \"shanghai\""));
  EXPECT_THAT(text("foundry.toml"), HasSubstr("ffi = false"));
  EXPECT_EQ(text("remappings.txt"),
            "forge-std/=lib/forge-std/src/\noz/=lib/oz/contracts/\nflat/=lib/flat/\n");
  EXPECT_TRUE(fs::is_symlink(place_->root() / "lib/forge-std"));
  EXPECT_EQ(fs::canonical(place_->root() / "lib/oz"), dir_ / "libs/oz");
  EXPECT_EQ(prepared.evm_version, "");
  EXPECT_THAT(prepared.warnings, IsEmpty());
}

TEST_F(PrepareUpload, AnUploadedLibraryAndItsRemappingsWin) {
  prepare({{"lib/forge-std/src/Test.sol", "theirs"}});
  EXPECT_EQ(text("lib/forge-std/src/Test.sol"), "theirs");
  EXPECT_FALSE(fs::is_symlink(place_->root() / "lib/forge-std"));
  EXPECT_THAT(text("remappings.txt"), Not(HasSubstr("forge-std")));

  const PreparedUpload prepared = prepare({{"remappings.txt", "forge-std/=lib/forge-std/src/\nx/=/etc/\n"}});
  EXPECT_EQ(text("remappings.txt"), "forge-std/=lib/forge-std/src/\n");
  EXPECT_THAT(prepared.warnings, ElementsAre(HasSubstr("x/=/etc/")));
}

TEST_F(PrepareUpload, WhatHasNoPlaceInAnUploadIsTakenOut) {
  const PreparedUpload prepared = prepare({{".git/hooks/x", "x"},
                                           {"lib/a/.git", "gitdir: /etc"},
                                           {".gitmodules", "x"},
                                           {".env", "FOUNDRY_FFI=true"},
                                           {"out/A.sol/A.json", "{}"},
                                           {"cache/x", "x"},
                                           {"src/out/A.sol", "stays"},
                                           {"src/.env.sol", "stays"}});
  for (const char* gone : {".git", "lib/a/.git", ".gitmodules", ".env", "out", "cache"})
    EXPECT_FALSE(fs::exists(place_->root() / gone)) << gone;
  EXPECT_EQ(text("src/out/A.sol"), "stays");
  EXPECT_EQ(text("src/.env.sol"), "stays");
  EXPECT_EQ(prepared.warnings.size(), 6U);
  EXPECT_THAT(prepared.warnings, Contains(HasSubstr("lib/a/.git is left out")));
}

TEST_F(PrepareUpload, ASettingInACommentThatReachesOutIsRefusedWithItsPlace) {
  for (const char* path : {"test/A.t.sol", "src/lib.txt", "lib/x/deep/B.sol"}) {
    const auto place =
        Workspace::from_sources({{path, "contract A {\n/// forge-config: default.fs_permissions = []\n}"}});
    const auto prepared = prepare_forge_upload(*place, tools_, "shanghai");
    ASSERT_FALSE(prepared) << path;
    EXPECT_EQ(prepared.error().code, ErrorCode::test_config_invalid);
    EXPECT_THAT(prepared.error().message, HasSubstr(std::string(path) + ":2:"));
    EXPECT_THAT(prepared.error().message, HasSubstr("default.fs_permissions"));
  }
}

TEST_F(PrepareUpload, AnImportThatLeadsOutIsRefusedWithItsPlace) {
  const auto place = Workspace::from_sources({{"test/deep/A.sol", "\nimport \"../../../x.sol\";"}});
  const auto prepared = prepare_forge_upload(*place, tools_, "shanghai");
  ASSERT_FALSE(prepared);
  EXPECT_EQ(prepared.error().code, ErrorCode::test_compile_failed);
  EXPECT_THAT(prepared.error().message, HasSubstr("test/deep/A.sol:2: "));
  prepare({{"test/deep/A.sol", "import \"../../src/x.sol\";"}});
}

TEST_F(PrepareUpload, TheSettingsOfUploadedLibrariesAreMadeHarmlessToo) {
  const PreparedUpload prepared =
      prepare({{"lib/x/foundry.toml", "[profile.default]\nremappings = [\"y/=/etc/\"]\n"},
               {"lib/x/remappings.txt", "a/=src/\nz/=/etc/\n"}});
  EXPECT_THAT(text("lib/x/foundry.toml"), Not(HasSubstr("/etc")));
  EXPECT_EQ(text("lib/x/remappings.txt"), "a/=src/\n");
  EXPECT_EQ(prepared.warnings.size(), 2U);
}

TEST_F(PrepareUpload, AnUploadedFoundryTomlIsRewrittenAndItsEvmVersionTold) {
  const PreparedUpload prepared =
      prepare({{"foundry.toml", "[profile.default]\nffi = true\nevm_version = \"paris\"\n"}});
  EXPECT_EQ(prepared.evm_version, "paris");
  EXPECT_THAT(prepared.warnings, ElementsAre(left_out_of_upload("profile.default.ffi")));
  EXPECT_THAT(text("foundry.toml"), Not(HasSubstr("ffi = true")));
}

TEST_F(PrepareUpload, WhatIsCachedDependsOnSettingsRemappingsAndLibraries) {
  const std::string before = prepare({{"a.sol", "x"}}).settings;
  EXPECT_EQ(prepare({{"a.sol", "x"}}).settings, before);
  EXPECT_NE(prepare({{"a.sol", "x"}, {"remappings.txt", "a/=lib/a/"}}).settings, before);
  EXPECT_NE(prepare({{"a.sol", "x"}, {"foundry.toml", "[profile.default]\nvia_ir = true"}}).settings, before);
  write("libs/forge-std/package.json", R"({"version": "1.9.1"})");
  EXPECT_NE(prepare({{"a.sol", "x"}}).settings, before);
}

TEST_F(PrepareUpload, ALibraryThatIsntThereIsSaid) {
  tools_.libs = {dir_ / "libs/missing"};
  EXPECT_THAT(prepare({{"a.sol", "x"}}).warnings, ElementsAre(HasSubstr("libs/missing isn't there")));
}

TEST_F(PrepareUpload, TheCompilersOfTheBoxAndTheUsersOwnServe) {
  const auto compiler = [this](const std::string& svm, const std::string& version) {
    write(svm + "/" + version + "/solc-" + version, "#!/bin/sh\n");
    fs::permissions(dir_ / svm / version / ("solc-" + version), fs::perms(0755));
  };
  compiler("home/.svm", "0.8.1");
  compiler("home/.svm", "0.8.2");
  compiler("box/svm", "0.8.2");
  tools_.box = dir_ / "box";
  const std::string settings = prepare({{"a.sol", "x"}}).settings;
  const auto leads_to = [this](const std::string& version) {
    return fs::canonical(place_->home() / ".svm" / version / ("solc-" + version));
  };
  EXPECT_EQ(leads_to("0.8.1"), fs::canonical(dir_ / "home/.svm/0.8.1/solc-0.8.1"));
  EXPECT_EQ(leads_to("0.8.2"), fs::canonical(dir_ / "box/svm/0.8.2/solc-0.8.2"));
  compiler("home/.svm", "0.8.3");
  EXPECT_NE(prepare({{"a.sol", "x"}}).settings, settings);  // what is cached depends on it
  tools_.box.clear();
  prepare({{"a.sol", "x"}});
  EXPECT_EQ(leads_to("0.8.2"), fs::canonical(dir_ / "home/.svm/0.8.2/solc-0.8.2"));
}

}  // namespace
}  // namespace proctor::framework
