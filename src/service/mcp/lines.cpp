#include "service/mcp/lines.hpp"

namespace proctor::mcp {

void Lines::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    if (newline == std::string_view::npos) {
      add(bytes);
      return;
    }
    add(bytes.substr(0, newline));
    end_line();
    bytes.remove_prefix(newline + 1);
  }
}

void Lines::finish() {
  if (passing_ || !line_.empty()) end_line();
}

void Lines::add(std::string_view bytes) {
  if (!passing_ && line_.size() + bytes.size() > limit_) {
    passing_.emplace();
    passing_->feed(line_);
    std::string().swap(line_);
  }
  if (passing_) {
    passing_->feed(bytes);
  } else {
    line_.append(bytes);
  }
}

void Lines::end_line() {
  if (passing_) {
    const Id id = passing_->finish();
    passing_.reset();
    sink_.too_long(id);
    return;
  }
  if (line_.find_first_not_of(" \t\r") != std::string::npos) sink_.line(line_);
  // One long message shouldn't hold its memory for ever.
  if (line_.capacity() > (64U << 10U)) {
    std::string().swap(line_);
  } else {
    line_.clear();
  }
}

}  // namespace proctor::mcp
