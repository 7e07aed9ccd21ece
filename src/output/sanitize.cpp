#include "output/sanitize.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace proctor::output {

void Sanitizer::Teller::tell(Stream stream, std::string_view text) {
  if (text.empty() || !sink_) return;
  if (open_ && *open_ != stream) end_line(*open_);
  sink_(stream, text);
  open_ = text.ends_with('\n') ? std::nullopt : std::optional(stream);
}

void Sanitizer::Teller::end_line(Stream stream) {
  if (open_ != stream) return;
  open_.reset();
  sink_(stream, "\n");
}

void Sanitizer::Line::text(std::string_view run) {
  if (!is_idle()) {
    const std::size_t newline = run.find('\n');
    append(run.substr(0, newline));
    if (newline == std::string_view::npos) return;
    end();
    run.remove_prefix(newline + 1);
  }
  // Whole lines go out as they are.
  const std::size_t whole = run.rfind('\n') + 1;  // npos + 1 is 0
  chunks_.tell(stream_, run.substr(0, whole));
  lines_.tell(stream_, run.substr(0, whole));
  append(run.substr(whole));
}

void Sanitizer::Line::carriage_return() {
  returned_ = true;
  backspaces_ = 0;
}

void Sanitizer::Line::backspace() {
  if (!returned_) ++backspaces_;
}

// The state of the line changes: what a carriage return or backspaces have announced happens now, so that
// the last state stays when nothing follows it.
void Sanitizer::Line::overwrite() {
  if (returned_) {
    text_.clear();
    chunks_.end_line(stream_);
    lines_.end_line(stream_);
    told_ = 0;
    handed_out_ = false;
    returned_ = false;
  }
  for (; backspaces_ > 0 && !text_.empty(); --backspaces_) text_.resize(utf8_prefix(text_, text_.size() - 1));
  backspaces_ = 0;
  if (told_ > text_.size()) {
    chunks_.end_line(stream_);
    told_ = 0;
  }
}

void Sanitizer::Line::append(std::string_view part) {
  if (part.empty()) return;
  overwrite();
  while (text_.size() + part.size() > kLongestLine) {
    const std::size_t fitting = utf8_prefix(part, kLongestLine - text_.size());
    text_ += part.substr(0, fitting);
    part.remove_prefix(fitting);
    hand_out();
  }
  text_ += part;
  if (text_.size() - told_ > kLongestWait) tell_chunk();
}

void Sanitizer::Line::hand_out() {
  tell_chunk();
  lines_.tell(stream_, text_);
  text_.clear();
  told_ = 0;
  handed_out_ = true;
}

void Sanitizer::Line::tell_chunk() {
  chunks_.tell(stream_, std::string_view(text_).substr(told_));
  told_ = text_.size();
}

void Sanitizer::Line::end() {
  // Where the other stream has come in between, the line is ended already.
  const bool chunk_ended = told_ == text_.size() && (told_ > 0 || handed_out_) && !chunks_.is_open(stream_);
  const bool line_ended = text_.empty() && handed_out_ && !lines_.is_open(stream_);
  text_ += '\n';
  if (!chunk_ended) tell_chunk();
  if (!line_ended) lines_.tell(stream_, text_);
  text_.clear();
  told_ = 0;
  handed_out_ = false;
  returned_ = false;
  backspaces_ = 0;
}

void Sanitizer::Line::finish() {
  filter.finish(*this);
  tell_chunk();
  lines_.tell(stream_, text_);
  text_.clear();
}

Sanitizer::Sanitizer(TextSink chunks, TextSink lines)
    : chunks_(std::move(chunks)),
      lines_(std::move(lines)),
      streams_{Line(Stream::out, chunks_, lines_), Line(Stream::err, chunks_, lines_)} {}

void Sanitizer::feed(Stream stream, std::string_view bytes) {
  Line& line = streams_[stream == Stream::out ? 0 : 1];
  line.filter.feed(bytes, line);
}

void Sanitizer::tick() {
  for (Line& line : streams_) line.tell_chunk();
}

void Sanitizer::finish() {
  for (Line& line : streams_) line.finish();
}

}  // namespace proctor::output
