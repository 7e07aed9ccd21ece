#include "base/error.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>

#include "base/exception.hpp"

namespace proctor {
namespace {

TEST(Errors, EachCodeStandsOnceInTheTable) {
  for (const ErrorInfo& entry : error_table()) EXPECT_EQ(&info(entry.code), &entry) << entry.name;
}

TEST(Errors, WhatIsUsedUpIsNoFaultOfOurs) {
  for (const int error : {ENOSPC, EDQUOT, EMFILE, ENFILE, EAGAIN, ENOMEM})
    EXPECT_EQ(code_of_system(error), ErrorCode::resources_exhausted) << error;
  for (const int error : {0, EACCES, ENOENT, EROFS, EIO})
    EXPECT_EQ(code_of_system(error), ErrorCode::internal_error) << error;
  const Error full = fail_system("/a/file", ENOSPC).value();
  EXPECT_EQ(full.message, "/a/file: No space left on device; make room on that disk");
  EXPECT_EQ(fail_system("/a/file", EACCES).value().message, "/a/file: Permission denied");
}

TEST(Errors, AnExceptionForWantOfSomethingToo) {
  const auto thrown = [](int error) {
    return error_of(std::system_error(error, std::generic_category(), "what")).code;
  };
  EXPECT_EQ(thrown(ENOSPC), ErrorCode::resources_exhausted);
  EXPECT_EQ(thrown(EAGAIN), ErrorCode::resources_exhausted);
  EXPECT_EQ(thrown(EACCES), ErrorCode::internal_error);
  EXPECT_EQ(error_of(std::bad_alloc()).code, ErrorCode::resources_exhausted);
  EXPECT_EQ(error_of(std::runtime_error("x")).code, ErrorCode::internal_error);
}

}  // namespace
}  // namespace proctor
