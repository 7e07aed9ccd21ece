#include "output/control_filter.hpp"

#include "output/characters.hpp"

namespace proctor::output {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
// Of parameters; real sequences have a few bytes. What is lost with a longer one is digits and punctuation.
constexpr std::size_t kLongestSequence = 64;
// Of what a control string holds.
constexpr std::size_t kLongestString = 4096;

}  // namespace

void ControlFilter::feed(std::string_view bytes, CleanText& out) {
  while (!bytes.empty()) {
    if (!character_.empty()) {
      bytes = unfinished_character(bytes, out);
    } else if (state_ == State::ground) {
      bytes = ground(bytes, out);
    } else if (sequence_byte(static_cast<unsigned char>(bytes.front()), out)) {
      bytes.remove_prefix(1);
    }
  }
}

void ControlFilter::finish(CleanText& out) {
  if (state_ == State::string || state_ == State::string_escape) give_up_string(out);
  end_text(out);
}

// Tells the text at the beginning and takes what stops it. Returns what is left.
std::string_view ControlFilter::ground(std::string_view bytes, CleanText& out) {
  shown_.clear();
  while (!bytes.empty()) {
    std::size_t size = text_prefix(bytes);
    shown_ += bytes.substr(0, size);
    if (size == 0) size = replace(bytes);
    if (size == 0) break;
    bytes.remove_prefix(size);
  }
  if (!shown_.empty()) out.text(shown_);
  return bytes.empty() ? bytes : act(bytes, out);
}

// The size of the character at the beginning if it is dropped or something else is shown for it; 0 if it does
// something.
std::size_t ControlFilter::replace(std::string_view bytes) {
  const char byte = bytes.front();
  if (static_cast<unsigned char>(byte) < 0x80) return byte == '\r' || byte == '\b' || byte == '\x1B' ? 0 : 1;
  // A control sequence in eight bits. The other introducers are ordinary letters in old encodings, and would
  // swallow a text that is only badly encoded.
  if (byte == '\x9B') return 0;
  const Character character = classify(bytes);
  if (character.kind == CharacterKind::control || character.kind == CharacterKind::unfinished) return 0;
  if (character.kind == CharacterKind::separator) shown_ += ' ';
  if (character.kind == CharacterKind::invalid) shown_ += kReplacement;
  return character.size;
}

// Takes a character that does something, or that goes on behind the end of the piece. Returns what is left.
std::string_view ControlFilter::act(std::string_view bytes, CleanText& out) {
  const char byte = bytes.front();
  std::size_t size = 1;
  if (byte == '\r') {
    out.carriage_return();
  } else if (byte == '\b') {
    out.backspace();
  } else if (byte == '\x1B') {
    state_ = State::escape;
  } else if (byte == '\x9B') {
    introduce(0x9B);
  } else if (classify(bytes).kind == CharacterKind::unfinished) {
    character_ = bytes;
    size = bytes.size();
  } else {  // U+0080 to U+009F are C2 and the code
    introduce(static_cast<unsigned char>(bytes[1]));
    size = 2;
  }
  return bytes.substr(size);
}

// Adds one byte to the unfinished character of earlier pieces. Returns what is left.
std::string_view ControlFilter::unfinished_character(std::string_view bytes, CleanText& out) {
  character_ += bytes.front();
  if (classify(character_).kind == CharacterKind::unfinished) {
    bytes.remove_prefix(1);
    return bytes;
  }
  std::string character;
  character.swap(character_);
  if (classify(character).kind != CharacterKind::invalid) {
    bytes.remove_prefix(1);
    ground(character, out);
    return bytes;
  }
  character.pop_back();  // it wasn't part of it, and is looked at on its own
  out.text(kReplacement);
  feed(std::string_view(character).substr(1), out);
  return bytes;
}

void ControlFilter::introduce(unsigned control) {
  state_ = State::ground;
  sequence_length_ = 0;
  string_.clear();
  if (control == 0x9B) state_ = State::control;
  if (control == 0x90 || control == 0x98 || in_range(control, 0x9D, 0x9F)) state_ = State::string;
}

// One byte within a sequence. False: the sequence is over, and the byte isn't part of it.
bool ControlFilter::sequence_byte(unsigned char byte, CleanText& out) {
  if (state_ == State::string || state_ == State::string_escape) return string_byte(byte, out);
  if (byte == '\x1B') {
    state_ = State::escape;
    return true;
  }
  const State state = state_;
  const bool intermediate = in_range(byte, 0x20, 0x2F);
  const bool parameter = state == State::control && in_range(byte, 0x30, 0x3F);
  state_ = State::ground;
  if (state == State::escape) {
    sequence_length_ = 0;
    string_.clear();
    if (byte == '[') state_ = State::control;
    // The last one sets the title of a screen.
    if (std::string_view("]PX^_k").find(static_cast<char>(byte)) != std::string_view::npos) {
      state_ = State::string;
    }
    if (intermediate) state_ = State::intermediate;
    return in_range(byte, 0x20, 0x7E);
  }
  if (intermediate || parameter) {
    if (++sequence_length_ < kLongestSequence) state_ = state;
    return true;
  }
  return in_range(byte, 0x30, 0x7E);
}

// A control string ends with BEL or ST. Anything that shows that it isn't one (a newline, another sequence,
// its length) makes it text again: what is printed isn't hidden because somebody forgot an end.
bool ControlFilter::string_byte(unsigned char byte, CleanText& out) {
  if (state_ == State::string_escape) {
    if (byte == '\\') {
      state_ = State::ground;
      return true;
    }
    give_up_string(out);
    end_text(out);
    state_ = State::escape;
    return false;
  }
  if (byte == '\x1B') {
    state_ = State::string_escape;
    return true;
  }
  if (byte == '\a') {
    state_ = State::ground;
    return true;
  }
  constexpr unsigned char kCancel = 0x18;
  constexpr unsigned char kSubstitute = 0x1A;
  if (byte == '\n' || byte == '\r' || byte == kCancel || byte == kSubstitute) {
    give_up_string(out);
    end_text(out);
    return false;
  }
  // The lead byte of a C1 control is never part of another character.
  if (in_range(byte, 0x80, 0x9F) && string_.ends_with('\xC2')) {
    if (byte == 0x9C) {
      state_ = State::ground;
      return true;
    }
    string_.pop_back();
    give_up_string(out);
    end_text(out);
    introduce(byte);
    return true;
  }
  string_ += static_cast<char>(byte);
  if (string_.size() >= kLongestString) give_up_string(out);
  return true;
}

// What a control string holds is text after all.
void ControlFilter::give_up_string(CleanText& out) {
  std::string text;
  text.swap(string_);
  state_ = State::ground;
  // There is no beginning of a string in it, so that this happens once to each byte.
  feed(text, out);
}

// The text is over: neither a character nor a sequence goes on.
void ControlFilter::end_text(CleanText& out) {
  for (std::size_t i = 0; i < character_.size(); ++i) out.text(kReplacement);
  character_.clear();
  state_ = State::ground;
}

}  // namespace proctor::output
