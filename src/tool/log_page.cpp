#include "tool/log_page.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <deque>
#include <fstream>

#include "base/text.hpp"
#include "output/sanitize.hpp"
#include "request/request.hpp"
#include "run/logs.hpp"

namespace proctor::tool {
namespace {

constexpr std::uint64_t kLongestPage = 1U << 20U;
// A line is looked at up to here; its rest is read and thrown away.
constexpr std::size_t kLongestLine = 64U << 10U;
// Of RE2's instructions. Large ones take seconds for a long line; this is `.{1,1000}` and more.
constexpr int kLargestExpression = 16'384;

std::string clean(std::string_view raw, const policy::SecretMask& mask) {
  std::string text;
  output::Sanitizer sanitizer({}, [&text](Stream, std::string_view lines) { text += lines; });
  sanitizer.feed(Stream::out, raw);
  sanitizer.finish();
  return mask.mask(text);
}

std::string read_at(const std::filesystem::path& path, std::uint64_t offset, std::uint64_t size) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

// As far as a secret may reach that ends on the page.
std::string before_page(const std::filesystem::path& path, std::uint64_t offset) {
  const std::uint64_t size = std::min<std::uint64_t>(offset, policy::SecretMask::kReach);
  return read_at(path, offset - size, size);
}

// The lines of a file, one after the other, each with no more than can be shown and kReach.
class Lines {
 public:
  Lines(const std::filesystem::path& path, std::uint64_t offset)
      : file_(path, std::ios::binary), at_(offset) {
    file_.seekg(static_cast<std::streamoff>(offset));
  }

  /// False at the end of the file.
  bool next(std::string& line) {
    line.clear();
    while (true) {
      if (begin_ == end_) {
        file_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        begin_ = 0;
        end_ = static_cast<std::size_t>(file_.gcount());
        if (end_ == 0) return !line.empty();
      }
      const std::string_view rest(buffer_.data() + begin_, end_ - begin_);
      const std::size_t newline = rest.find('\n');
      const std::size_t size = newline == std::string_view::npos ? rest.size() : newline + 1;
      line.append(rest.substr(0, std::min(size, kLongest - std::min(kLongest, line.size()))));
      begin_ += size;
      at_ += size;
      if (newline != std::string_view::npos) return true;
    }
  }
  std::uint64_t at() const { return at_; }

 private:
  static constexpr std::size_t kLongest = kLongestLine + policy::SecretMask::kReach;

  std::ifstream file_;
  std::string buffer_ = std::string(64U << 10U, '\0');
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t at_;
};

void read_bytes(const std::filesystem::path& path, std::uint64_t limit, LogPage& page,
                const policy::SecretMask& mask) {
  // What stands around the page shows where a character ends, and which secrets are only partly on it.
  std::string around = before_page(path, page.offset);
  const std::size_t begin = around.size();
  const std::uint64_t rest = page.total_bytes - page.offset;
  around += read_at(path, page.offset, std::min(limit + policy::SecretMask::kReach, rest));
  const std::string_view raw = std::string_view(around).substr(begin);
  std::size_t size = raw.size();
  if (rest > limit) {
    // Whole lines; of one that is longer than a page, whole characters: one at least, so that it goes on.
    const std::size_t most = std::min<std::size_t>(limit, raw.size());
    const std::size_t newline = most == 0 ? std::string::npos : raw.rfind('\n', most - 1);
    size = newline != std::string_view::npos ? newline + 1 : utf8_prefix(raw, most);
    for (std::size_t more = most; size == 0 && more < raw.size(); ++more) size = utf8_prefix(raw, more + 1);
  }
  page.next_offset = page.offset + size;
  page.text = clean(mask.mask_part(around, begin, begin + size), mask);
}

void read_matches(const std::filesystem::path& path, const LogQuestion& question, const RE2* expression,
                  LogPage& page, const policy::SecretMask& mask) {
  const std::uint64_t limit = std::min(question.limit, kLongestPage);
  Lines lines(path, page.offset);
  std::deque<std::string> kept;
  std::uint64_t bytes = 0;
  std::string before = before_page(path, page.offset);
  std::string raw;
  page.next_offset = page.offset;
  const auto time_is_over = [&question] {
    return question.stop.stop_requested() || std::chrono::steady_clock::now() >= question.until;
  };
  bool over = false;  // a line at least is looked at, so that it goes on
  while (!over && lines.next(raw)) {
    over = time_is_over();
    const std::size_t begin = before.size();
    const std::size_t end = begin + std::min(kLongestLine, raw.size());
    const std::string line = clean(mask.mask_part(before + raw, begin, end), mask);
    before.clear();
    const std::string_view bare = std::string_view(line).substr(0, line.find('\n'));
    if (expression && !RE2::PartialMatch({bare.data(), bare.size()}, *expression)) {
      page.next_offset = lines.at();
      continue;
    }
    // At least one, however long it is.
    if (!question.last_lines && !kept.empty() && bytes + line.size() > limit) break;
    kept.push_back(line);
    bytes += line.size();
    page.next_offset = lines.at();
    while (question.last_lines &&
           (kept.size() > *question.last_lines || (bytes > limit && kept.size() > 1))) {
      bytes -= kept.front().size();
      kept.pop_front();
    }
  }
  for (const std::string& line : kept) {
    page.text += line;
    if (!page.text.ends_with('\n')) page.text += '\n';
  }
  page.matches = kept.size();
}

}  // namespace

Result<LogPage> read_page(const std::string& run, const LogQuestion& question,
                          const policy::SecretMask& mask) {
  const auto path = find_log(run);
  if (!path) return tl::unexpected(path.error());
  std::error_code error;
  LogPage page;
  page.total_bytes = std::filesystem::file_size(*path, error);
  if (error) return fail_system(path->string(), error.value());
  const std::uint64_t back =
      question.offset < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(question.offset) : 0;
  page.offset = question.offset >= 0 ? std::min(static_cast<std::uint64_t>(question.offset), page.total_bytes)
                                     : page.total_bytes - std::min(back, page.total_bytes);
  if (!question.grep && !question.last_lines) {
    read_bytes(*path, std::min(question.limit, kLongestPage), page, mask);
    return page;
  }
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(8 << 20);
  std::optional<RE2> expression;
  if (question.grep) {
    expression.emplace(*question.grep, options);
    if (!expression->ok())
      return invalid_field("grep", "is no regular expression (RE2): " + expression->error());
    if (expression->ProgramSize() > kLargestExpression)
      return invalid_field("grep", "is too large a regular expression: repeat less in it, or fewer times");
  }
  read_matches(*path, question, expression ? &*expression : nullptr, page, mask);
  return page;
}

}  // namespace proctor::tool
