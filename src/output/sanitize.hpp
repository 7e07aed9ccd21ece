// What a command prints, made fit to be shown: text of whole lines without control sequences, progress bars
// collapsed to their last state, two streams kept apart. One instance per call. docs/output.md is the
// contract.
//
// Secrets are masked after this (policy/secrets.hpp), so that no sequence can stand in the middle of one.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "output/control_filter.hpp"
#include "report/event.hpp"

namespace proctor::output {

/// Called with views that are valid during the call only.
using TextSink = std::function<void(Stream, std::string_view)>;

class Sanitizer {
 public:
  /// A line that gets longer is handed out in pieces: of `lines`, and of `chunks` (also when time passes).
  static constexpr std::size_t kLongestLine = 64U << 10U;
  static constexpr std::size_t kLongestWait = 4U << 10U;

  /// Either may be empty.
  ///
  /// `chunks` is for showing output while it comes. A chunk is one or more whole lines, or a part of one
  /// (see tick); it never cuts a character. Text that was told and is then overwritten stays, and its
  /// successor begins on a line of its own.
  ///
  /// `lines` is for the answer: whole lines, one or more at a time, in the order in which they were finished.
  /// What they say doesn't depend on how the output was cut into pieces, or on ticks.
  ///
  /// Put one after the other, the texts told to either sink are lines: where a line of one stream is open
  /// and text of the other comes, the sink gets a newline of the first before it.
  Sanitizer(TextSink chunks, TextSink lines);
  Sanitizer(const Sanitizer&) = delete;
  Sanitizer& operator=(const Sanitizer&) = delete;

  void feed(Stream stream, std::string_view bytes);

  /// The owner has seen no output for a while (250 ms): unfinished lines are told as chunks.
  void tick();

  /// Nothing more comes: the rest is told. A last line without a newline is told without one.
  void finish();

 private:
  // One of the sinks, and whose line is open on it.
  class Teller {
   public:
    explicit Teller(TextSink sink) : sink_(std::move(sink)) {}
    void tell(Stream stream, std::string_view text);
    void end_line(Stream stream);  ///< with a newline if the stream's line is open
    bool is_open(Stream stream) const { return open_ == stream; }

   private:
    TextSink sink_;
    std::optional<Stream> open_{};
  };

  // The line that a stream is at.
  class Line : public CleanText {
   public:
    Line(Stream stream, Teller& chunks, Teller& lines) : stream_(stream), chunks_(chunks), lines_(lines) {}

    void text(std::string_view run) override;
    void carriage_return() override;
    void backspace() override;
    void tell_chunk();
    void finish();

    ControlFilter filter{};

   private:
    bool is_idle() const { return text_.empty() && !handed_out_ && told_ == 0 && !returned_; }
    void append(std::string_view part);
    void overwrite();
    void hand_out();
    void end();

    Stream stream_;
    Teller& chunks_;
    Teller& lines_;
    std::string text_{};          ///< the state of the line, as far as it isn't handed out
    std::size_t told_ = 0;        ///< of it, as chunks
    bool handed_out_ = false;     ///< a part of the line has been told as lines already
    bool returned_ = false;       ///< after a carriage return: what comes next overwrites
    std::size_t backspaces_ = 0;  ///< what comes next overwrites as many characters
  };

  Teller chunks_;
  Teller lines_;
  std::array<Line, 2> streams_;
};

}  // namespace proctor::output
