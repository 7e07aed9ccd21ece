#include "request/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "request/sources.hpp"

namespace proctor {
namespace {

constexpr std::int64_t kLongestTimeoutMs = std::int64_t{365} * 24 * 3'600'000;
constexpr std::int64_t kMostFuzzRuns = UINT32_MAX;

const char* type_name(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::bool_:
      return "a boolean";
    case json::kind::int64:
    case json::kind::uint64:
      return "an integer";
    case json::kind::double_:
      return "a number";
    case json::kind::string:
      return "a string";
    case json::kind::array:
      return "an array";
    case json::kind::object:
      return "an object";
  }
  return "something else";
}

tl::unexpected<Error> wrong_type(std::string_view field, std::string_view wanted, const json::value& value) {
  return invalid_field(field, fmt::format("must be {}, not {}", wanted, type_name(value)));
}

Result<void> read_text(std::string_view field, const json::value& value, std::string& into) {
  const json::string* text = value.if_string();
  if (!text) return wrong_type(field, "a string", value);
  into = std::string(*text);
  return {};
}

Result<void> read_flag(std::string_view field, const json::value& value, bool& into) {
  const bool* flag = value.if_bool();
  if (!flag) return wrong_type(field, "a boolean", value);
  into = *flag;
  return {};
}

Result<std::int64_t> read_integer(std::string_view field, const json::value& value, std::int64_t low,
                                  std::int64_t high) {
  std::int64_t number = 0;
  if (const auto* integer = value.if_int64()) {
    number = *integer;
  } else if (value.if_uint64()) {
    number = INT64_MAX;
  } else {
    return wrong_type(field, "an integer", value);
  }
  if (number < low || number > high) {
    return invalid_field(field, fmt::format("must be from {} to {}, not {}", low, high, to_json_line(value)));
  }
  return number;
}

Result<void> read_seed(std::string_view field, const json::value& value, std::string& into) {
  if (const auto* integer = value.if_int64(); integer && *integer >= 0) {
    into = std::to_string(*integer);
    return {};
  }
  if (const auto* integer = value.if_uint64()) {
    into = std::to_string(*integer);
    return {};
  }
  if (value.is_string()) return read_text(field, value, into);
  return wrong_type(field, "a string (decimal or 0x…) or an integer from 0", value);
}

Result<void> read_sources(std::string_view field, const json::value& value, Request& request) {
  const json::object* files = value.if_object();
  if (!files) return wrong_type(field, "an object of path and content", value);
  Sources sources;
  for (const auto& file : *files) {
    const std::string path(file.key());
    const json::string* content = file.value().if_string();
    if (!content)
      return wrong_type(fmt::format("sources[{}]", to_json_line(json::value(path))), "a string",
                        file.value());
    sources.emplace(path, std::string(*content));
  }
  request.sources = std::move(sources);
  return {};
}

Result<void> read_only(std::string_view field, const json::value& value, Request& request) {
  constexpr std::size_t kMostTests = 10'000;
  const json::array* const tests = value.if_array();
  if (!tests) return wrong_type(field, "an array of strings", value);
  if (tests->empty()) return invalid_field(field, "names no test; leave it out to run all of them");
  if (tests->size() > kMostTests)
    return invalid_field(field, fmt::format("names more than {} tests", kMostTests));
  for (const json::value& test : *tests) {
    const json::string* const text = test.if_string();
    if (!text) return wrong_type(field, "an array of strings", test);
    if (text->empty() || text->find('\0') != json::string::npos)
      return invalid_field(field, "a test's name must not be empty or hold a NUL byte");
    request.only.push_back(asked_test(std::string(*text)));
  }
  return {};
}

// Each field once: its name and how it is read.
using Reader =
    std::function<Result<void>(std::string_view field, const json::value& value, Request& request)>;

Reader text(std::string Request::*member) {
  return [member](std::string_view field, const json::value& value, Request& request) {
    return read_text(field, value, request.*member);
  };
}

Reader flag(bool Request::*member) {
  return [member](std::string_view field, const json::value& value, Request& request) {
    return read_flag(field, value, request.*member);
  };
}

template <typename Store>
Reader integer(std::int64_t low, std::int64_t high, Store store) {
  return
      [low, high, store](std::string_view field, const json::value& value, Request& request) -> Result<void> {
        const auto number = read_integer(field, value, low, high);
        if (!number) return tl::unexpected<Error>(number.error());
        store(request, *number);
        return {};
      };
}

const std::map<std::string_view, Reader>& fields() {
  static const std::map<std::string_view, Reader> kFields{
      {"project_root",
       [](std::string_view field, const json::value& value, Request& request) {
         return read_text(field, value, request.project_root.emplace());
       }},
      {"sources", read_sources},
      {"only", read_only},
      {"match_path", text(&Request::match_path)},
      {"match_contract", text(&Request::match_contract)},
      {"filter", text(&Request::filter)},
      {"evm_version", text(&Request::evm_version)},
      {"framework", text(&Request::framework)},
      {"timeout_ms", integer(1, kLongestTimeoutMs,
                             [](Request& r, std::int64_t n) { r.timeout = std::chrono::milliseconds(n); })},
      {"fuzz_runs", integer(1, kMostFuzzRuns,
                            [](Request& r, std::int64_t n) { r.fuzz_runs = static_cast<std::uint64_t>(n); })},
      {"fuzz_seed", [](std::string_view field, const json::value& value,
                       Request& request) { return read_seed(field, value, request.fuzz_seed); }},
      {"coverage", flag(&Request::coverage)},
      {"gas_report", flag(&Request::gas_report)},
      {"verbosity", integer(0, 5, [](Request& r, std::int64_t n) { r.verbosity = static_cast<int>(n); })},
      {"fail_fast", flag(&Request::fail_fast)},
      {"rerun_failed", flag(&Request::rerun_failed)},
  };
  return kFields;
}

std::vector<std::string_view> field_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, reader] : fields()) names.push_back(name);
  return names;
}

bool is_seed(std::string_view seed) {
  const bool hex = seed.starts_with("0x");
  if (hex) seed.remove_prefix(2);
  // 256 bits, as forge takes them.
  if (seed.empty() || seed.size() > (hex ? 64U : 77U)) return false;
  return std::all_of(seed.begin(), seed.end(),
                     [hex](unsigned char c) { return hex ? std::isxdigit(c) != 0 : std::isdigit(c) != 0; });
}

}  // namespace

tl::unexpected<Error> invalid_field(std::string_view field, std::string_view why) {
  return fail(ErrorCode::invalid_request, fmt::format("{}: {}", field, why), {{"field", field}});
}

Result<void> check_fields(const json::object& object, const std::vector<std::string_view>& known) {
  std::vector<std::string_view> unknown;
  for (const auto& member : object) {
    const std::string_view name(member.key().data(), member.key().size());
    if (std::find(known.begin(), known.end(), name) == known.end()) unknown.push_back(name);
  }
  if (unknown.empty()) return {};
  return fail(ErrorCode::invalid_request,
              fmt::format("{}: unknown field{}; the fields are {}", fmt::join(unknown, ", "),
                          unknown.size() == 1 ? "" : "s", fmt::join(known, ", ")),
              {{"field", unknown.front()}});
}

Result<Request> parse_request(const json::value& document, const UploadLimits& limits) {
  const json::object* object = document.if_object();
  if (!object) {
    return fail(ErrorCode::invalid_request,
                fmt::format("the request must be an object, not {}", type_name(document)));
  }
  if (auto known = check_fields(*object, field_names()); !known) return tl::unexpected(known.error());
  Request request;
  for (const auto& member : *object) {
    if (member.value().is_null()) continue;  // the same as not given
    if (auto read = fields().at(member.key())(member.key(), member.value(), request); !read)
      return tl::unexpected(read.error());
  }
  if (auto checked = check_request(request, limits); !checked) return tl::unexpected(checked.error());
  return request;
}

Result<void> check_request(const Request& request, const UploadLimits& limits) {
  if (request.project_root && request.sources) {
    return invalid_field("sources", "project_root and sources exclude each other: give one of them");
  }
  if (!request.project_root && !request.sources) {
    return invalid_field("project_root",
                         "missing: give project_root (a directory) or sources (uploaded files)");
  }
  if (request.project_root && request.project_root->empty())
    return invalid_field("project_root", "must not be empty");
  const std::pair<const char*, const std::string*> texts[] = {
      {"project_root", request.project_root ? &*request.project_root : nullptr},
      {"match_path", &request.match_path},
      {"match_contract", &request.match_contract},
      {"filter", &request.filter},
      {"evm_version", &request.evm_version},
      {"framework", &request.framework}};
  for (const auto& [field, value] : texts) {
    if (value && value->find('\0') != std::string::npos)
      return invalid_field(field, "must not hold a NUL byte");
  }
  if (!request.fuzz_seed.empty() && !is_seed(request.fuzz_seed)) {
    return invalid_field("fuzz_seed", "must be a decimal number, or 0x and up to 64 hexadecimal digits");
  }
  const bool filtered =
      !(request.match_path + request.match_contract + request.filter).empty() || !request.paths.empty();
  if (!request.only.empty() && (filtered || request.rerun_failed)) {
    return invalid_field("only",
                         "can't be combined with match_path, match_contract, filter or rerun_failed: it "
                         "names the tests itself");
  }
  if (request.rerun_failed && filtered) {
    return invalid_field(
        "rerun_failed",
        "can't be combined with match_path, match_contract or filter: it chooses the tests itself");
  }
  if (request.sources) {
    if (request.rerun_failed) {
      return invalid_field("rerun_failed",
                           "needs project_root: what failed is remembered for a project, not for an upload");
    }
    return check_sources(*request.sources, limits);
  }
  return {};
}

}  // namespace proctor
