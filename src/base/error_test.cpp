#include "base/error.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

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
  for (const int error : {ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE, EAGAIN, ENOMEM})
    EXPECT_EQ(code_of_system(error), ErrorCode::resources_exhausted) << error;
  for (const int error : {0, EACCES, ENOENT, EROFS, EIO})
    EXPECT_EQ(code_of_system(error), ErrorCode::internal_error) << error;
  const Error full = fail_system("/a/file", ENOSPC).value();
  EXPECT_EQ(full.message, "/a/file: No space left on device; make room on that disk");
  EXPECT_EQ(fail_system("/a/file", EACCES).value().message, "/a/file: Permission denied");
  EXPECT_EQ(fail_system("/a/file", EACCES, ErrorCode::invalid_request).value().code,
            ErrorCode::invalid_request);
  EXPECT_EQ(fail_system("/a/file", EMFILE, ErrorCode::invalid_request).value().code,
            ErrorCode::resources_exhausted);
}

TEST(Errors, WhatHasRunShortIsToldWithItsLimitAndHowToRaiseIt) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{60, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  EXPECT_EQ(
      system_message("/a/file", EMFILE),
      "/a/file: Too many open files; proctor may open 60 files at once (RLIMIT_NOFILE); raise it: ulimit "
      "-n 256");
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_NE(system_message("a process can't be created", EAGAIN).find("RLIMIT_NPROC"), std::string::npos);
  const Error thread =
      error_of(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again)));
  EXPECT_EQ(thread.message.find("another thread can't be started: "), 0U) << thread.message;
}

TEST(Errors, WhoLooksForSomethingIsToldIfNobodyCanKnowWhetherItIsThere) {
  EXPECT_NO_THROW(throw_if_short("/a", std::make_error_code(std::errc::no_such_file_or_directory)));
  EXPECT_NO_THROW(throw_if_short("/a", std::error_code()));
  try {
    throw_if_short("/a", std::make_error_code(std::errc::too_many_files_open));
    FAIL() << "it was passed over";
  } catch (const std::exception& failure) {
    EXPECT_EQ(error_of(failure).code, ErrorCode::resources_exhausted);
    EXPECT_EQ(error_of(failure).message.find("/a: Too many open files"), 0U);
  }
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
