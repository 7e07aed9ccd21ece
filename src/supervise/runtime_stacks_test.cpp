#include "supervise/runtime_stacks.hpp"

#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <string>

#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;
using Clock = StackListener::Clock;

template <typename Part>
std::string bytes_of(const Part& part) {
  std::string bytes(sizeof(Part), '\0');
  std::memcpy(bytes.data(), &part, sizeof(Part));
  return bytes;
}

Elf64_Ehdr elf_header() {
  Elf64_Ehdr elf{};
  std::memcpy(elf.e_ident, ELFMAG, SELFMAG);
  elf.e_ident[EI_CLASS] = ELFCLASS64;
  elf.e_ident[EI_DATA] = ELFDATA2LSB;
  elf.e_phentsize = sizeof(Elf64_Phdr);
  elf.e_shentsize = sizeof(Elf64_Shdr);
  return elf;
}

// A program with one note by this name, whose program header says that it is this long.
std::string with_note(const std::string& name, std::uint64_t size) {
  Elf64_Ehdr elf = elf_header();
  elf.e_phoff = sizeof(elf);
  elf.e_phnum = 1;
  Elf64_Phdr header{};
  header.p_type = PT_NOTE;
  header.p_offset = sizeof(elf) + sizeof(header);
  header.p_filesz = size;
  return bytes_of(elf) + bytes_of(header) + bytes_of(Elf64_Nhdr{4, 4, 4}) + name + "id12";
}

class GoProgram : public ::testing::Test {
 protected:
  bool is_go(const std::string& content) { return is_go_program(folder_.file("program", content).c_str()); }
  TestFolder folder_{};
};

TEST_F(GoProgram, IsKnownByItsNoteOrTheNameOfASection) {
  EXPECT_TRUE(is_go(with_note(std::string("Go\0\0", 4), 20)));
  EXPECT_FALSE(is_go(with_note(std::string("GNU\0", 4), 20)));
  EXPECT_TRUE(is_go_program(victim("tells_stacks").c_str()));
  EXPECT_FALSE(is_go_program(victim("daemon").c_str()));
  EXPECT_FALSE(is_go_program("/bin/sh"));
}

TEST_F(GoProgram, MayLieAboutItsSizes) {
  EXPECT_TRUE(is_go(with_note(std::string("Go\0\0", 4), ~0ULL))) << "read as far as there is something";
  std::string whole = with_note(std::string("Go\0\0", 4), 20);
  for (std::size_t size = 0; size < whole.size() - 4; ++size)
    EXPECT_FALSE(is_go(whole.substr(0, size))) << size;
  for (const std::uint64_t offset : {~0ULL, ~0ULL >> 1U, 1ULL << 40U}) {
    Elf64_Ehdr elf = elf_header();
    elf.e_phoff = elf.e_shoff = offset;
    elf.e_phnum = elf.e_shnum = 0xffff;
    elf.e_shstrndx = 0xfffe;
    EXPECT_FALSE(is_go(bytes_of(elf)));
    Elf64_Ehdr sections = elf_header();
    sections.e_shoff = sizeof(elf);
    sections.e_shnum = 1;
    Elf64_Shdr names{};
    names.sh_name = 0xffffffff;
    names.sh_offset = offset;
    names.sh_size = offset;
    EXPECT_FALSE(is_go(bytes_of(sections) + bytes_of(names)));
  }
}

TEST_F(GoProgram, IsAFile) {
  const std::string fifo = folder_.path() / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_FALSE(is_go_program(fifo.c_str()));
  EXPECT_FALSE(is_go_program(folder_.path().c_str()));
  EXPECT_FALSE(is_go_program("/nowhere"));
}

TEST(StackListener, IsOverWhenNothingMoreComesAndAtItsEndAtTheLatest) {
  const auto latest = Clock::now() + 10s;
  StackListener listener(latest);
  EXPECT_EQ(listener.until(), latest) << "an answer may take all of the time";
  listener.hear(Stream::err, "a");
  EXPECT_LT(listener.until(), latest);
  StackListener late(Clock::now() - 1s);
  const auto until = late.until();
  late.hear(Stream::err, "a");
  EXPECT_EQ(late.until(), until);
}

TEST(StackListener, PutsTheThreadThatRanBeforeThoseThatWait) {
  StackListener listener(Clock::now());
  listener.hear(Stream::err,
                "Fatal Python error: Aborted\n\nThread 0x1 (most recent call first):\n  a\n\n"
                "Current thread 0x2 (most recent call first):\n  b\n");
  EXPECT_EQ(listener.take(),
            "Fatal Python error: Aborted\n\nCurrent thread 0x2 (most recent call first):\n  b\n\n"
            "Thread 0x1 (most recent call first):\n  a\n\n");
}

TEST(StackListener, KeepsSoMuchOfBothStreamsAndMakesItHarmless) {
  StackListener listener(Clock::now());
  listener.hear(Stream::err, "\x1b[2Jgoroutine 1\n\xff");
  listener.hear(Stream::out, "Full thread dump");
  EXPECT_EQ(listener.take(), "Full thread dump\ngoroutine 1\n\xEF\xBF\xBD");
  StackListener long_one(Clock::now());
  for (int i = 0; i < 100; ++i) long_one.hear(i % 2 == 0 ? Stream::out : Stream::err, std::string(1000, 'x'));
  EXPECT_EQ(long_one.take().size(), (64U << 10U) + 1) << "and a newline between both";
}

}  // namespace
}  // namespace proctor::supervise
