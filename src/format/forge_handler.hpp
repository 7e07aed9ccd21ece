// The events of the JSON parser, followed through the shape of a forge document.
#pragma once

#include <boost/json/error.hpp>
#include <boost/json/string_view.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/bounded_value.hpp"
#include "format/forge_results.hpp"

namespace proctor::format {

/// Every value is one of three: a container whose members matter (`place_` says which), a value that is
/// captured whole and bounded (`capturing_`), or something skipped, of which only the depth is counted.
class ForgeHandler {
 public:
  // The limits that basic_parser asks for; ours are elsewhere and don't end the parse.
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  explicit ForgeHandler(ForgeResults& results) : results_(results) {}

  enum class Shape {
    unknown,
    report,       ///< test results; complete, or as far as it is known
    gas_report,   ///< `forge test --gas-report --json`
    list,         ///< `forge test --list --json`
    summary,      ///< `forge test --summary --json`
    build_report  ///< `forge build --json`
  };
  /// What the document is, once it is done; before that, `report` as soon as test results began.
  Shape shape() const;
  /// Something in it speaks of suites ("path:Contract" with an object beside it), whatever the rest is.
  bool speaks_of_suites() const { return speaks_of_suites_; }
  /// Containers that are open.
  std::size_t depth() const { return depth_; }
  /// In a report or a list, something that belongs to neither; empty if there is nothing. For people.
  std::string stranger() const;

  using ErrorCode = boost::json::error_code;
  using View = boost::json::string_view;
  bool on_document_begin(ErrorCode&) { return true; }
  bool on_document_end(ErrorCode&) { return true; }
  bool on_object_begin(ErrorCode&);
  bool on_object_end(std::size_t, ErrorCode&) { return --depth_, end(); }
  bool on_array_begin(ErrorCode&);
  bool on_array_end(std::size_t, ErrorCode&) { return --depth_, end(); }
  bool on_key_part(View part, std::size_t, ErrorCode&);
  bool on_key(View part, std::size_t, ErrorCode&);
  bool on_string_part(View part, std::size_t, ErrorCode&);
  bool on_string(View part, std::size_t, ErrorCode&);
  bool on_number_part(View, ErrorCode&) { return true; }
  bool on_int64(std::int64_t number, View, ErrorCode&) {
    return scalar(number < 0 ? Value::of(static_cast<double>(number))
                             : Value::of(static_cast<std::uint64_t>(number)));
  }
  bool on_uint64(std::uint64_t number, View, ErrorCode&) { return scalar(Value::of(number)); }
  bool on_double(double number, View, ErrorCode&) { return scalar(Value::of(number)); }
  bool on_bool(bool boolean, ErrorCode&) { return scalar(Value::of(boolean)); }
  bool on_null(ErrorCode&) { return scalar({}); }
  bool on_comment_part(View, ErrorCode&) { return true; }
  bool on_comment(View, ErrorCode&) { return true; }

 private:
  // Inside which container the parser stands.
  enum class Place {
    outside,
    members,   // { here }: suites, or what forge prints instead
    suite,     // {"test/A.t.sol:A": { here }}
    tests,     // {"test/A.t.sol:A": {"test_results": { here }}}
    errors,    // {"errors": [ here ]}
    contracts  // [ here ]
  };

  bool is_within(Value::Kind kind);
  bool end();
  bool scalar(const Value& value);
  void skip() { skipped_depth_ = 1; }
  void captured();
  void captured_in_suite(const Value& value);
  void open_suite();
  void close_suite();
  void strange(std::string what);

  ForgeResults& results_;
  Place place_ = Place::outside;
  bool capturing_ = false;
  ValueBuilder builder_{};
  std::size_t skipped_depth_ = 0;
  std::size_t depth_ = 0;

  std::string key_{};  // the last key in `place_`, at most kMaxName bytes
  bool key_cut_ = false;

  std::string suite_key_{};
  bool suite_is_open_ = false;  // it has test results
  std::size_t suite_ = ForgeResults::kNoSuite;
  std::size_t name_lists_ = 0;              // its members that are arrays, as --list has them
  bool suite_is_strange_ = false;           // it has other members that --list doesn't have
  std::optional<double> suite_duration_{};  // that came before its test results
  std::vector<std::string> suite_warnings_{};

  // What was seen in the whole document.
  bool is_array_ = false, complete_ = false;
  std::size_t members_ = 0, suites_ = 0, lists_ = 0, contracts_ = 0;
  bool has_errors_ = false, has_summary_ = false, speaks_of_suites_ = false;
  std::string stranger_{};
};

}  // namespace proctor::format
