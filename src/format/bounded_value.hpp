// A small JSON value that hostile input can't make large: long strings are cut with a mark, long lists keep
// their first items and count the rest, what nests too deep is dropped, and so is what nobody reads.
//
// Readers use it for one test, one diagnostic or one contract at a time, never for a whole report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proctor::format {

struct Value {
  enum class Kind { null, boolean, integer, real, text, array, object };
  struct Member;

  Kind kind = Kind::null;
  bool boolean = false;
  std::uint64_t integer = 0;  ///< never negative: a negative number is `real`
  double real = 0;
  std::string text{};           ///< valid UTF-8
  std::vector<Value> items{};   ///< of an array
  std::vector<Member> members;  ///< of an object, in the order they came
  std::size_t dropped = 0;      ///< items or members that were not kept because there were too many
  bool repeated = false;        ///< an object that gave the same key twice; the first value is kept

  static Value of(bool boolean);
  static Value of(std::uint64_t number);
  static Value of(double number);
  static Value of(std::string text);

  bool is_null() const { return kind == Kind::null; }
  bool is_text() const { return kind == Kind::text; }
  bool is_array() const { return kind == Kind::array; }
  bool is_object() const { return kind == Kind::object; }

  /// The member of that name; nothing if there is none, or if this isn't an object.
  const Value* find(std::string_view name) const;
  /// The text of a non-empty string member; nothing otherwise.
  std::optional<std::string> text_of(std::string_view name) const;
  /// A count however it was written: 7, 7.0, "7".
  std::optional<std::uint64_t> as_count() const;
  /// The same of a member.
  std::optional<std::uint64_t> count_of(std::string_view name) const;
};

struct Value::Member {
  std::string key;
  Value value;
};

inline Value Value::of(bool boolean) {
  Value value;
  value.kind = Kind::boolean;
  value.boolean = boolean;
  return value;
}
inline Value Value::of(std::uint64_t number) {
  Value value;
  value.kind = Kind::integer;
  value.integer = number;
  return value;
}
inline Value Value::of(double number) {
  Value value;
  value.kind = Kind::real;
  value.real = number;
  return value;
}
inline Value Value::of(std::string text) {
  Value value;
  value.kind = Kind::text;
  value.text = std::move(text);
  return value;
}

/// The value on one line, nearly as JSON (strings stand in quotes, not escaped), for people to read.
std::string to_readable(const Value& value);

/// `text`, or its first `limit` bytes with a mark that says how many are missing. `more` counts bytes that
/// the caller already left out.
std::string bounded_text(std::string_view text, std::size_t limit, std::size_t more = 0);

/// Builds one Value from the events of a push parser.
class ValueBuilder {
 public:
  static constexpr std::size_t kMaxText = 64U << 10U;    ///< bytes of one string
  static constexpr std::size_t kMaxAllText = 4U << 20U;  ///< bytes of all strings together
  static constexpr std::size_t kMaxItems = 1000;         ///< of one array or object
  static constexpr std::size_t kMaxNodes = 50'000;       ///< values together
  static constexpr std::size_t kMaxDepth = 24;

  /// Forgets everything and waits for the first event of a value.
  void start();
  /// The value is complete.
  bool done() const { return done_; }
  Value take();

  void begin(Value::Kind array_or_object);
  void end();
  void scalar(Value value);
  void text_part(std::string_view part);
  void text_end(std::string_view part);
  void key_part(std::string_view part);
  void key_end(std::string_view part);

 private:
  bool wanted();
  void put(Value value);
  void append(std::string_view part);
  std::string take_text();

  std::vector<Value> open_;        // the arrays and objects around the place where we are
  std::vector<std::string> keys_;  // of each open object: the key whose value comes or came last
  std::string text_;               // of the string or key that is arriving
  std::size_t text_cut_ = 0;       // bytes of it that were left out
  std::size_t all_text_ = 0;
  std::size_t nodes_ = 0;
  std::size_t skipped_depth_ = 0;  // above 0: inside something that isn't kept
  bool skip_next_ = false;         // the value of the last key isn't kept
  bool done_ = false;
  Value result_;
};

}  // namespace proctor::format
