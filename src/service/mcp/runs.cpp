#include "service/mcp/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "service/mcp/catalog.hpp"
#include "tool/schemas.hpp"

namespace proctor::mcp {
namespace {

constexpr std::string_view kPrefix = "proctor://runs/";
constexpr std::string_view kLog = "/log";
constexpr std::string_view kAnswer = "/answer";
constexpr std::string_view kSchemas = "proctor://schemas/";
constexpr std::string_view kSchemaNames[] = {"envelope", "test-tool-response", "list-tests-response",
                                             "read-log-response", "cancel-run-response"};
constexpr std::uint64_t kMaxAnswer = 16U
                                     << 20U;  // of more a page is given: it is JSON, and wanted as a whole
constexpr std::uint64_t kDefaultPage = 64U << 10U;
constexpr std::uint64_t kMaxPage = 256U << 10U;
constexpr std::size_t kMaxListed = 100;
constexpr std::size_t kMaxRunId = 128;

bool is_run_id(std::string_view run) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  return !run.empty() && run.size() <= kMaxRunId && run.front() != '.' &&
         run.find_first_not_of(kAllowed) == std::string_view::npos;
}

bool read_number(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::string_view schema_name(std::string_view uri) {
  return uri.starts_with(kSchemas) ? uri.substr(kSchemas.size()) : std::string_view();
}

}  // namespace

std::string log_uri(std::string_view run) {
  return fmt::format("{}{}{}", kPrefix, run, kLog);
}

std::string answer_uri(std::string_view run) {
  return fmt::format("{}{}{}", kPrefix, run, kAnswer);
}

tl::expected<RunAddress, std::string> read_run_uri(std::string_view uri) {
  std::string_view path = uri.substr(0, uri.find('?'));
  std::string_view query = uri.substr(std::min(uri.size(), path.size() + 1));
  const bool answer = path.ends_with(kAnswer);
  const std::string_view part = answer ? kAnswer : kLog;
  if (!path.starts_with(kPrefix) || !path.ends_with(part) || path.size() < kPrefix.size() + part.size()) {
    return tl::unexpected<std::string>(
        "resources are proctor://runs/RUN/log, proctor://runs/RUN/answer and proctor://schemas/NAME");
  }
  path.remove_prefix(kPrefix.size());
  path.remove_suffix(part.size());
  if (!is_run_id(path)) return tl::unexpected<std::string>("that isn't the id of a run");

  const std::uint64_t most = answer ? kMaxAnswer : kMaxPage;
  RunAddress address{.part = answer ? RunAddress::Part::answer : RunAddress::Part::log,
                     .run = std::string(path),
                     .limit = answer ? kMaxAnswer : kDefaultPage};
  while (!query.empty()) {
    const std::string_view word = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), word.size() + 1));
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
    std::uint64_t* const number = name == "offset"  ? &address.offset
                                  : name == "limit" ? &address.limit
                                                    : nullptr;
    if (number == nullptr || !read_number(value, *number)) {
      return tl::unexpected<std::string>("after the ? only offset=N and limit=N are known");
    }
  }
  address.limit = std::clamp<std::uint64_t>(address.limit, 1, most);
  return address;
}

void Runs::add(Entry entry) {
  const std::lock_guard lock(mutex_);
  entries_.push_front(std::move(entry));
  if (entries_.size() > kMaxListed) entries_.pop_back();
}

json::object Runs::list() const {
  json::array resources;
  {
    const std::lock_guard lock(mutex_);
    for (const Entry& entry : entries_) {
      if (entry.log) {
        resources.push_back({{"uri", log_uri(entry.run)},
                             {"name", entry.run + ".log"},
                             {"title", fmt::format("Output of {} ({})", entry.tool, entry.run)},
                             {"mimeType", "text/plain"}});
      }
      if (entry.answer) {
        resources.push_back({{"uri", answer_uri(entry.run)},
                             {"name", entry.run + ".json"},
                             {"title", fmt::format("Answer of {} ({})", entry.tool, entry.run)},
                             {"mimeType", "application/json"}});
      }
    }
  }
  for (const std::string_view name : kSchemaNames) {
    resources.push_back({{"uri", fmt::format("{}{}", kSchemas, name)},
                         {"name", fmt::format("{}.schema.json", name)},
                         {"mimeType", "application/schema+json"}});
  }
  json::object result{{"resources", std::move(resources)}};
  allow_caching(result, std::chrono::milliseconds(0));
  return result;
}

json::object Runs::templates() {
  json::array templates;
  templates.push_back(
      {{"uriTemplate", "proctor://runs/{run}/log{?offset,limit}"},
       {"name", "log"},
       {"title", "Output of a run"},
       {"description",
        "All that a run printed, in pages: `_meta` of the content says where the next one begins."},
       {"mimeType", "text/plain"}});
  templates.push_back({{"uriTemplate", "proctor://runs/{run}/answer"},
                       {"name", "answer"},
                       {"title", "Whole answer of a run"},
                       {"mimeType", "application/json"}});
  json::object result{{"resourceTemplates", std::move(templates)}};
  allow_caching(result, std::chrono::minutes(5));
  return result;
}

tl::expected<json::object, Fault> Runs::read(const json::object& params, Era era) const {
  const json::string* const uri = find_string(params, "uri");
  if (uri == nullptr) {
    return tl::unexpected<Fault>({.code = kInvalidParams, .message = "uri must be a string"});
  }
  const auto missing = [&](std::string why) {
    return tl::unexpected<Fault>({.code = era == Era::session ? kResourceNotFound : kInvalidParams,
                                  .message = "Resource not found: " + std::move(why),
                                  .data = {{"uri", *uri}}});
  };
  if (const auto name = std::find(std::begin(kSchemaNames), std::end(kSchemaNames), schema_name(view(*uri)));
      name != std::end(kSchemaNames)) {
    json::object result{{"contents", json::array{{{"uri", *uri},
                                                  {"mimeType", "application/schema+json"},
                                                  {"text", tool::schema_text(*name)}}}}};
    allow_caching(result, std::chrono::minutes(5));
    return result;
  }
  const auto address = read_run_uri(view(*uri));
  if (!address) return missing(address.error());
  const bool answer = address->part == RunAddress::Part::answer;
  const auto page = answer ? host_.read_answer(address->run, address->offset, address->limit)
                           : host_.read_log(address->run, address->offset, address->limit);
  if (!page && page.error().code == ErrorCode::invalid_request) return missing(page.error().message);
  if (!page) return tl::unexpected<Fault>({.code = kInternalError, .message = page.error().message});

  json::object meta{
      {"offset", page->offset}, {"nextOffset", page->next_offset}, {"totalBytes", page->total_bytes}};
  if (page->next_offset < page->total_bytes) {
    meta["nextUri"] =
        fmt::format("{}?offset={}&limit={}", answer ? answer_uri(address->run) : log_uri(address->run),
                    page->next_offset, address->limit);
  }
  json::array contents;
  contents.push_back({{"uri", *uri},
                      {"mimeType", answer ? "application/json" : "text/plain"},
                      {"text", page->text},
                      {"_meta", std::move(meta)}});
  json::object result{{"contents", std::move(contents)}};
  allow_caching(result, std::chrono::milliseconds(0));
  return result;
}

}  // namespace proctor::mcp
