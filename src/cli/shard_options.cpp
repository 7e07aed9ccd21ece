#include "cli/shard_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <utility>

namespace proctor::cli {
namespace {

constexpr std::size_t kMostShards = 10'000;

// "3/10"
bool read_shard(const std::string& text, ShardWish& wish) {
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, wish.index);
  if (index.ec != std::errc() || index.ptr == end || *index.ptr != '/') return false;
  const auto count = std::from_chars(index.ptr + 1, end, wish.count);
  return count.ec == std::errc() && count.ptr == end;
}

}  // namespace

void add_shard_options(CLI::App& command, ShardOptions& options) {
  command
      .add_option("--shard", options.which,
                  "Only the I-th of N parts of the tests; proctor merge makes one answer of all")
      ->type_name("I/N");
  command
      .add_option("--by", options.by,
                  "With --shard: parts of about the same time, the same count, or whole files")
      ->check(CLI::IsMember({"time", "count", "file"}));
  command
      .add_option("--timings", options.timings,
                  "With --shard: a report that says how long tests take, the same for all shards")
      ->type_name("FILE");
}

Result<void> apply_shard(const TestOptions& options, Request& request) {
  const ShardOptions& shard = options.shard;
  if (shard.which.empty()) {
    const char* field = !shard.by.empty() ? "--by" : "--timings";
    if (shard.by.empty() && shard.timings.empty()) return {};
    return invalid_field(field, "needs --shard I/N, which says what part of the tests");
  }
  ShardWish wish;
  if (!read_shard(shard.which, wish) || wish.count == 0 || wish.count > kMostShards || wish.index == 0 ||
      wish.index > wish.count) {
    const bool from_zero = wish.index == 0 && shard.which.starts_with("0/");
    return invalid_field("--shard", fmt::format("must be I/N with I from 1 to N (at most {}), such as 3/10, "
                                                "not {}{}",
                                                kMostShards, shard.which,
                                                from_zero ? ": where they are counted from 0, add 1" : ""));
  }
  if (shard.by == "count" && !shard.timings.empty())
    return invalid_field("--timings", "can't be had together with --by count, which asks for no time");
  const std::pair<bool, const char*> others[] = {
      {request.rerun_failed, "--rerun-failed: what failed before, the other shards don't know"},
      {!request.changed.empty(), "--changed: what has changed, other machines may see differently"},
      {options.loops.watch, "--watch: it runs what changes"},
      {request.debug, "--debug: a person looks at all of it"},
      {request.sources.has_value(), "uploaded sources: they are few"}};
  for (const auto& [there, why] : others)
    if (there) return invalid_field("--shard", fmt::format("can't be had together with {}", why));
  using By = ShardWish::By;
  wish.by = shard.by == "time"    ? By::time
            : shard.by == "count" ? By::count
            : shard.by == "file"  ? By::file
                                  : By::any;
  wish.timings = shard.timings;
  request.shard = std::move(wish);
  return {};
}

}  // namespace proctor::cli
