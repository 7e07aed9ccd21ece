#include "tree/memory.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <iterator>
#include <string_view>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "tree/git.hpp"

namespace proctor::tree {
namespace fs = std::filesystem;
namespace {

// The first line; another one is of another proctor. Then, each with a NUL at its end, entries:
// "HASH PATH", in the memory of files after "SIZE MODIFIED CHANGED INODE MODE ".
constexpr std::string_view kFirstLine = "proctor tree 1\n";
constexpr std::chrono::hours kLongestUnused{90 * 24};

template <typename Each>
void for_each_entry_of(const fs::path& file, const Each& each) {
  const auto text = read_if_there(file);
  if (!text || !text->starts_with(kFirstLine)) return;
  std::string_view rest = *text;
  rest.remove_prefix(kFirstLine.size());
  for (std::size_t end = rest.find('\0'); end != std::string_view::npos; end = rest.find('\0')) {
    each(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
}

std::string_view word_of(std::string_view& entry) {
  const std::size_t end = std::min(entry.find(' '), entry.size());
  const std::string_view word = entry.substr(0, end);
  entry.remove_prefix(std::min(end + 1, entry.size()));
  return word;
}

template <typename Number>
bool read_number(std::string_view& entry, Number& number) {
  const std::string_view word = word_of(entry);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

void remove_unused(const fs::path& directory) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const auto written = entry.last_write_time(error);
    if (!error && fs::file_time_type::clock::now() - written > kLongestUnused)
      fs::remove(entry.path(), error);
  }
}

}  // namespace

Memory::Memory(const fs::path& state, const fs::path& root)
    : base_(state.empty() ? fs::path() : state / "trees" / sha256_hex(root.native()).substr(0, 32)) {}

std::unordered_map<std::string, Known> Memory::files() const {
  std::unordered_map<std::string, Known> files;
  if (base_.empty()) return files;
  for_each_entry_of(base_.native() + ".files", [&files](std::string_view entry) {
    Known known;
    Identity& identity = known.identity;
    if (!read_number(entry, identity.size) || !read_number(entry, identity.modified) ||
        !read_number(entry, identity.changed) || !read_number(entry, identity.inode) ||
        !read_number(entry, identity.mode))
      return;
    known.hash = word_of(entry);
    files.emplace(entry, std::move(known));
  });
  return files;
}

void Memory::keep_files(const std::unordered_map<std::string, Known>& files) const {
  std::string text(kFirstLine);
  for (const auto& [path, known] : files) {
    fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {} {}", known.identity.size,
                   known.identity.modified, known.identity.changed, known.identity.inode, known.identity.mode,
                   known.hash, path);
    text += '\0';
  }
  write(base_.native() + ".files", text);
}

std::unordered_map<std::string, std::string> Memory::outputs() const {
  std::unordered_map<std::string, std::string> outputs;
  if (base_.empty()) return outputs;
  for_each_entry_of(base_.native() + ".outputs", [&outputs](std::string_view entry) {
    const std::string_view hash = word_of(entry);
    outputs.emplace(entry, hash);
  });
  return outputs;
}

void Memory::keep_outputs(const std::unordered_map<std::string, std::string>& outputs) const {
  std::string text(kFirstLine);
  for (const auto& [path, hash] : outputs) text.append(hash).append(" ").append(path) += '\0';
  write(base_.native() + ".outputs", text);
}

void Memory::write(const fs::path& file, const std::string& text) const {
  if (base_.empty() || !make_private_dirs(base_.parent_path())) return;
  std::error_code error;
  if (!fs::exists(file, error)) remove_unused(base_.parent_path());
  (void)write_file(file, text);
}

}  // namespace proctor::tree
