#include "format/envelope_reader.hpp"

#include <utility>

#include "base/json.hpp"
#include "format/answer_reader.hpp"

namespace proctor::format {
namespace {

const json::value* member(const json::object& object, std::string_view name) {
  return object.if_contains(name);
}

const json::array& list_of(const json::object& object, std::string_view name) {
  static const json::array kNone;
  const json::value* value = member(object, name);
  return value && value->is_array() ? value->get_array() : kNone;
}

}  // namespace

void EnvelopeReader::begin(std::string_view bytes) {
  in_document_ = true;
  document_.clear();
  json::parse_options options;
  options.allow_invalid_utf8 = true;
  end_.emplace(json::storage_ptr(), options);
  feed(bytes);
}

void EnvelopeReader::feed(std::string_view bytes) {
  if (!in_document_) return;
  json::error_code error;
  const std::size_t used = end_->write_some(bytes.data(), bytes.size(), error);
  document_.append(bytes.substr(0, used));
  if (error || document_.size() > kMaxBytes) return give_up();
  if (end_->done()) end_document();
}

// It may have been anything; only what says that it holds suites is a report that can't be read.
void EnvelopeReader::give_up() {
  if (document_.find("\"suites\":[") != std::string::npos) state.truncated = true;
  in_document_ = false;
  document_ = std::string();
  end_.reset();
}

void EnvelopeReader::end_document() {
  in_document_ = false;
  end_.reset();
  const auto parsed = parse_json(std::exchange(document_, std::string()));
  if (!parsed || !parsed->is_object()) return;
  const json::object& envelope = parsed->get_object();
  const json::value* data = member(envelope, "data");
  const json::value* error = member(envelope, "error");
  const bool has_suites = data && data->is_object() && member(data->get_object(), "suites") &&
                          member(data->get_object(), "verdict");
  const std::string code = error && error->is_object() ? text_field(error->get_object(), "code") : "";
  // The answers of other programs and tools begin alike.
  if (!has_suites && !code.starts_with("TEST_")) return;
  state.found = true;
  if (!code.empty()) {
    ErrorCode known = ErrorCode::test_inconsistent;
    for (const ErrorInfo& entry : error_table()) {
      if (entry.name == code) known = entry.code;
    }
    if (!state.cause) state.cause = Error{known, text_field(error->get_object(), "message")};
  }
  if (!has_suites) return;
  const json::object& report = data->get_object();
  for (const json::value& item : list_of(report, "suites")) {
    if (!item.is_object()) continue;
    const json::object& suite = item.get_object();
    const std::size_t index = results.suite(text_field(suite, "file"), text_field(suite, "name"));
    for (const json::value& test : list_of(suite, "cases")) {
      if (test.is_object()) results.add_case(index, read_case(test.get_object()));
    }
  }
  if (const json::value* about = member(report, "framework"); about && about->is_object()) {
    framework.name = text_field(about->get_object(), "name");
    framework.version = text_field(about->get_object(), "version");
  }
}

void EnvelopeReader::finish() {
  if (in_document_) give_up();
}

}  // namespace proctor::format
