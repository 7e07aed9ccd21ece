// The tools that look at runs: read_log, wait_run and cancel_run.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/files.hpp"
#include "output/envelope.hpp"
#include "output/short_answer.hpp"
#include "run/kept_answers.hpp"
#include "tool/arguments.hpp"
#include "tool/call.hpp"
#include "tool/log_page.hpp"
#include "tool/permission.hpp"

namespace proctor::tool {
namespace {

std::optional<Error> permit(const Call& call) {
  return ask_configuration(call.config, call.tool, call.project_root,
                           [&call](std::string_view text) { return call.shown(text); });
}

// A page whose text a reader with few tokens gets whole: whoever sees the text alone must be able to go on
// where it ends.
Result<LogPage> page_within(std::size_t tokens, const ReadLogArguments& arguments, const Call& call) {
  constexpr std::uint64_t kLeast = 64;
  // A client may give up on a call that takes long, and hear nothing of what was found.
  constexpr std::chrono::seconds kLongestSearch{10};
  const std::uint64_t four_bytes_a_token = std::max<std::uint64_t>(kLeast, std::uint64_t{4} * tokens);
  LogQuestion question{.offset = arguments.offset,
                       .limit = std::min(arguments.limit, four_bytes_a_token),
                       .grep = arguments.grep,
                       .stop = call.caller.stop};
  const auto read = [&] {
    question.until = std::chrono::steady_clock::now() + kLongestSearch;
    return read_page(arguments.run, question, call.mask);
  };
  auto page = read();
  while (page && question.limit > kLeast && output::json_tokens(json::value(page->text)) > tokens) {
    question.limit /= 2;
    page = read();
  }
  return page;
}

}  // namespace

CallResult call_read_log(const Call& call, const json::object& object) {
  const auto arguments = read_log_arguments(object);
  if (!arguments) return error_result(arguments.error());
  if (const auto refused = permit(call)) return error_result(*refused);
  constexpr std::size_t kNote = 120;  // tokens, for where to go on, twice
  const std::size_t budget = call.config.tools.answer.max_tokens;
  const auto page = page_within(budget - std::min(budget, kNote), *arguments, call);
  if (!page) return error_result(page.error());
  json::object data{{"run", arguments->run},
                    {"text", page->text},
                    {"offset", page->offset},
                    {"next_offset", page->next_offset},
                    {"total_bytes", page->total_bytes}};
  if (page->matches) data["matches"] = *page->matches;
  std::string where;
  if (page->next_offset < page->total_bytes)
    where = fmt::format("[bytes {} to {} of {}; go on with offset {}]", page->offset, page->next_offset,
                        page->total_bytes, page->next_offset);
  std::string text = page->text + (where.empty() ? "" : "\n" + where);
  if (text.empty()) text = page->matches ? "[no line matches]" : "[nothing more]";
  if (where.empty()) where = page->text.empty() ? text : "[the end]";
  return {.envelope = {{"ok", true}, {"data", std::move(data)}},
          .text = std::move(text),
          .summary = std::move(where),
          .ok = true,
          .exit_code = 0};
}

// What a server still knows of its runs, it answers itself; here the kept answers are looked at.
CallResult call_wait_run(const Call& call, const json::object& object) {
  const auto arguments = wait_arguments(object);
  if (!arguments) return error_result(arguments.error());
  if (const auto refused = permit(call)) return error_result(*refused);
  const auto file = find_answer(arguments->id);
  if (!file) {
    Error error = file.error();
    error.details["field"] = "id";
    return error_result(error);
  }
  const auto text = read_file(*file);
  const auto parsed = text ? parse_json(*text) : tl::unexpected(text.error());
  if (!parsed || !parsed->is_object())
    return error_result(
        {ErrorCode::invalid_request, fmt::format("id: {} isn't a kept answer.", file->string())});
  json::object envelope = parsed->get_object();
  const json::value* const ok = envelope.if_contains("ok");
  CallResult result;
  result.text = text_field(envelope, "summary");
  result.ok = ok != nullptr && ok->is_bool() && ok->get_bool();
  result.exit_code = result.ok ? 0 : info(ErrorCode::test_assertion_failed).exit_code;
  result.kept = file->string();
  envelope.erase("summary");
  result.envelope = std::move(envelope);
  return result;
}

CallResult call_cancel_run(const Call& call, const json::object& object) {
  const auto arguments = cancel_arguments(object);
  if (!arguments) return error_result(arguments.error());
  if (const auto refused = permit(call)) return error_result(*refused);
  if (!call.running.cancel(arguments->run)) {
    // Not every client shows its model the events that name a run.
    const std::vector<std::string> ids = call.running.ids();
    const std::string others =
        ids.empty() ? "No run is going on." : fmt::format("Going on: {}.", fmt::join(ids, ", "));
    return error_result(
        {ErrorCode::invalid_request,
         "run: none of that id is going on here; it may have ended, which its log tells. " + others,
         {{"field", "run"}, {"running", json::array(ids.begin(), ids.end())}}});
  }
  return {.envelope = {{"ok", true}, {"data", {{"run", arguments->run}, {"cancelled", true}}}},
          .text = "Run " + arguments->run + " is being ended.",
          .ok = true,
          .exit_code = 0};
}

}  // namespace proctor::tool
