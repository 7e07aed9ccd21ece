#include "format/forge_handler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "format/forge_case.hpp"
#include "format/forge_other.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMaxName = 4096;  // bytes of a suite's or test's name

std::string_view view(boost::json::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

ForgeHandler::Shape ForgeHandler::shape() const {
  if (suites_ > 0) return Shape::report;
  if (is_array_) return stranger_.empty() ? Shape::gas_report : Shape::unknown;
  if (has_errors_) return Shape::build_report;
  if (has_summary_ && members_ == 1) return Shape::summary;
  if (!stranger_.empty()) return Shape::unknown;
  if (lists_ > 0) return Shape::list;
  return complete_ && members_ == 0 ? Shape::report : Shape::unknown;
}

std::string ForgeHandler::stranger() const {
  if (stranger_.empty() && suites_ > 0 && (has_errors_ || lists_ > 0))
    return "not everything in it is a suite";
  return stranger_;
}

void ForgeHandler::strange(std::string what) {
  if (stranger_.empty()) stranger_ = std::move(what);
}

// Whether the container that begins is within something that is skipped or captured.
bool ForgeHandler::is_within(Value::Kind kind) {
  ++depth_;
  if (skipped_depth_ > 0) {
    ++skipped_depth_;
  } else if (capturing_) {
    builder_.begin(kind);
  } else {
    return false;
  }
  return true;
}

bool ForgeHandler::on_object_begin(ErrorCode&) {
  if (!is_within(Value::Kind::object)) {
    switch (place_) {
      case Place::outside:
        place_ = Place::members;
        break;
      case Place::members:
        place_ = Place::suite;
        suite_key_ = key_;
        speaks_of_suites_ = speaks_of_suites_ || suite_key_.find(':') != std::string::npos;
        suite_is_open_ = suite_is_strange_ = false;
        suite_ = ForgeResults::kNoSuite;
        name_lists_ = 0;
        suite_duration_.reset();
        suite_warnings_.clear();
        break;
      case Place::suite:
        if (key_ == "test_results") {
          place_ = Place::tests;
          open_suite();
        } else {
          suite_is_strange_ = true;
          skip();
        }
        break;
      case Place::errors:
      case Place::contracts:
        capturing_ = true;
        builder_.start();
        builder_.begin(Value::Kind::object);
        break;
      case Place::tests:
        break;  // its members are captured from the key on
    }
  }
  return true;
}

bool ForgeHandler::on_array_begin(ErrorCode&) {
  if (!is_within(Value::Kind::array)) {
    switch (place_) {
      case Place::outside:
        place_ = Place::contracts;
        is_array_ = true;
        break;
      case Place::members:
        if (key_ == "errors") {
          place_ = Place::errors;
          has_errors_ = true;
        } else {
          has_summary_ = has_summary_ || key_ == "results";
          strange(fmt::format("`{}` is an array", bounded_text(key_, 100)));
          skip();
        }
        break;
      case Place::suite:
        if (key_ == "test_results") strange("its test results have a form that isn't known");
        ++name_lists_;
        skip();
        break;
      case Place::errors:
      case Place::contracts:
        strange("an array stands in an array");
        skip();
        break;
      case Place::tests:
        break;
    }
  }
  return true;
}

bool ForgeHandler::end() {
  if (skipped_depth_ > 0) {
    --skipped_depth_;
  } else if (capturing_) {
    builder_.end();
    if (builder_.done()) captured();
  } else {
    switch (place_) {
      case Place::tests:
        place_ = Place::suite;
        break;
      case Place::suite:
        close_suite();
        place_ = Place::members;
        break;
      case Place::errors:
        place_ = Place::members;
        break;
      case Place::members:
      case Place::contracts:
      case Place::outside:
        place_ = Place::outside;
        complete_ = true;
        break;
    }
  }
  return true;
}

bool ForgeHandler::on_key_part(View part, std::size_t total, ErrorCode&) {
  if (skipped_depth_ > 0) return true;
  if (capturing_) {
    builder_.key_part(view(part));
    return true;
  }
  if (total == part.size()) key_.clear();  // the first part: the old key is still there
  const std::size_t keep = std::min(part.size(), kMaxName - std::min(kMaxName, key_.size()));
  key_.append(part.data(), keep);
  key_cut_ = key_cut_ || keep < part.size();
  return true;
}

bool ForgeHandler::on_key(View part, std::size_t total, ErrorCode& error) {
  if (skipped_depth_ > 0) return true;
  if (capturing_) {
    builder_.key_end(view(part));
    return true;
  }
  on_key_part(part, total, error);
  key_ = bounded_text(key_, kMaxName);
  if (std::exchange(key_cut_, false)) {
    results_.complain(fmt::format("a name in it is longer than {} bytes", kMaxName));
  }
  if (place_ == Place::members) ++members_;
  if (place_ == Place::tests || (place_ == Place::suite && (key_ == "duration" || key_ == "warnings"))) {
    capturing_ = true;
    builder_.start();
  }
  return true;
}

bool ForgeHandler::on_string_part(View part, std::size_t, ErrorCode&) {
  if (capturing_ && skipped_depth_ == 0) builder_.text_part(view(part));
  return true;
}

bool ForgeHandler::on_string(View part, std::size_t, ErrorCode&) {
  if (skipped_depth_ > 0) return true;
  if (!capturing_) return scalar(Value::of(std::string()));
  builder_.text_end(view(part));
  if (builder_.done()) captured();
  return true;
}

bool ForgeHandler::scalar(const Value& value) {
  if (skipped_depth_ > 0) return true;
  if (capturing_) {
    builder_.scalar(value);
    if (builder_.done()) captured();
    return true;
  }
  switch (place_) {
    case Place::members:
      strange(fmt::format("`{}` is no suite", bounded_text(key_, 100)));
      break;
    case Place::suite:
      if (key_ == "test_results") strange("its test results have a form that isn't known");
      suite_is_strange_ = true;
      break;
    case Place::errors:
    case Place::contracts:
      strange("it is a list of plain values");
      break;
    case Place::tests:
    case Place::outside:
      break;
  }
  return true;
}

void ForgeHandler::captured() {
  capturing_ = false;
  const Value value = builder_.take();
  switch (place_) {
    case Place::tests:
      results_.add_case(suite_, read_forge_case(key_, value));
      break;
    case Place::suite:
      captured_in_suite(value);
      break;
    case Place::errors:
      if (auto diagnostic = read_build_error(value)) {
        results_.add_diagnostic(*std::move(diagnostic));
      } else {
        strange("an entry of `errors` has a form that isn't known");
      }
      break;
    case Place::contracts:
      if (auto contract = read_gas_contract(value)) {
        ++contracts_;
        results_.add_contract(*std::move(contract));
      } else {
        strange("it is a list of something else than contracts");
      }
      break;
    case Place::members:
    case Place::outside:
      break;
  }
}

void ForgeHandler::captured_in_suite(const Value& value) {
  if (key_ == "duration") {
    const auto milliseconds = read_forge_duration(value);
    if (!milliseconds) return;
    if (suite_is_open_) {
      results_.add_duration(suite_, *milliseconds);
    } else {
      suite_duration_ = milliseconds;
    }
    return;
  }
  std::vector<std::string> warnings;
  for (const Value& item : value.items) warnings.push_back(item.is_text() ? item.text : to_readable(item));
  if (value.dropped > 0) warnings.push_back(fmt::format("… ({} more warnings)", value.dropped));
  for (std::string& warning : warnings) {
    if (suite_is_open_) {
      results_.add_warning(suite_, std::move(warning));
    } else {
      suite_warnings_.push_back(std::move(warning));
    }
  }
}

void ForgeHandler::open_suite() {
  if (suite_is_open_) return;  // "test_results" came twice
  suite_is_open_ = true;
  ++suites_;
  suite_ = results_.suite(suite_key_);
  if (suite_duration_) results_.add_duration(suite_, *suite_duration_);
  for (std::string& warning : suite_warnings_) results_.add_warning(suite_, std::move(warning));
}

void ForgeHandler::close_suite() {
  // Foreign members beside the test results are forge's business; without test results they tell what this
  // is.
  if (suite_is_open_) return;
  if (name_lists_ > 0 && !suite_is_strange_) {
    ++lists_;
  } else {
    strange(fmt::format("`{}` has no test results", bounded_text(suite_key_, 100)));
  }
}

}  // namespace proctor::format
