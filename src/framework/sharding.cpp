#include "framework/sharding.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/hash.hpp"

namespace proctor::framework {
namespace {

constexpr double kLongestMs = 1e9;
constexpr std::size_t kFingerprint = 16;
constexpr char kBetween = '\x1f';

using Milliseconds = std::uint64_t;

// "tests/test_a.py" as "tests", "test_a": a class name of JUnit's has the file like that.
std::string_view without_extension(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  const std::size_t slash = file.rfind('/');
  const bool hidden = dot == 0 || (slash != std::string_view::npos && dot == slash + 1);
  const bool in_directory = slash != std::string_view::npos && dot != std::string_view::npos && dot < slash;
  return dot == std::string_view::npos || hidden || in_directory ? file : file.substr(0, dot);
}

// The words of a name, with one sign between them whatever stood there.
std::string words_of(std::string_view text) {
  std::string words;
  bool begun = false;
  for (const char c : text) {
    const bool between = std::string_view("/\\.:> \t#").find(c) != std::string_view::npos;
    if (between) {
      begun = false;
      continue;
    }
    if (!begun && !words.empty()) words += kBetween;
    begun = true;
    words += c;
  }
  return words;
}

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + kBetween + b;
}

// The words of a file and of what stands in it, which may begin with the file.
std::string key_of(std::string_view file, std::string_view rest) {
  if (!file.empty() && rest.starts_with(file)) rest.remove_prefix(file.size());
  const std::string of_file = words_of(without_extension(file));
  std::string of_rest = words_of(rest);
  if (!of_file.empty() && (of_rest == of_file || of_rest.starts_with(of_file + kBetween))) return of_rest;
  return joined(of_file, of_rest);
}

Milliseconds median(std::vector<Milliseconds> times) {
  if (times.empty()) return 1;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

struct Unit {
  std::string name;
  Milliseconds weight = 0;
};

// The longest first, each to who has the least so far.
std::map<std::string, std::size_t> share_out(std::vector<Unit> units, std::size_t count) {
  std::sort(units.begin(), units.end(), [](const Unit& a, const Unit& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.name < b.name;
  });
  std::set<std::pair<Milliseconds, std::size_t>> loads;
  for (std::size_t i = 1; i <= count; ++i) loads.emplace(0, i);
  std::map<std::string, std::size_t> shards;
  for (Unit& unit : units) {
    const auto [load, shard] = *loads.begin();
    loads.erase(loads.begin());
    loads.emplace(load + unit.weight, shard);
    shards.emplace(std::move(unit.name), shard);
  }
  return shards;
}

const char* word(ShardWish::By by) {
  return by == ShardWish::By::time ? "time" : by == ShardWish::By::file ? "file" : "count";
}

}  // namespace

std::string_view rows_of(std::string_view id, std::string_view file) {
  if (!id.ends_with(']')) return id;
  const std::size_t begin = id.find('[', id.starts_with(file) ? file.size() : 0);
  return begin == std::string_view::npos || begin == 0 ? id : id.substr(0, begin);
}

void TestTimes::add(const TestName& test, double milliseconds) {
  if (!std::isfinite(milliseconds) || milliseconds < 0) return;
  const std::string rest = joined(test.suite, std::string(rows_of(test.name, "")));
  const auto put = [&](const std::string& key, bool whole) {
    const auto [place, is_new] = times_.try_emplace(key);
    Time& time = place->second;
    if (is_new) time.file = test.file;
    // Two files may have a test of one name: then the name alone says nothing.
    time.unclear = time.unclear || (!whole && time.file != test.file);
    time.milliseconds = std::min(time.milliseconds + milliseconds, kLongestMs);
  };
  const std::string whole = key_of(test.file, rest);
  const std::string alone = words_of(rest);
  put(whole, true);
  if (alone != whole) put(alone, false);
}

std::optional<std::uint64_t> TestTimes::of(const std::string& file, std::string_view id) const {
  id = rows_of(id, file);
  std::string_view rest = id;
  if (!file.empty() && rest.starts_with(file)) rest.remove_prefix(file.size());
  for (const std::string& key : {key_of(file, id), words_of(rest)}) {
    const auto found = times_.find(key);
    if (found != times_.end() && !found->second.unclear)
      return static_cast<std::uint64_t>(std::llround(found->second.milliseconds));
  }
  return std::nullopt;
}

Shares::Shares(const ShardWish& wish, std::string separator, const std::vector<SharedTest>& tests,
               const TestTimes& times)
    : separator_(std::move(separator)) {
  std::map<std::string, SharedTest> each;  // in an order that doesn't depend on that of the list
  for (const SharedTest& test : tests) {
    SharedTest copy = test;
    if (copy.unit.empty()) copy.unit = rows_of(test.id, test.file);
    if (wish.by == ShardWish::By::file && !test.file.empty()) copy.unit = test.file;
    each.emplace(test.id, std::move(copy));
  }
  // Rows of a test have its time together.
  std::map<std::string_view, std::size_t> rows;
  for (const auto& [id, test] : each) ++rows[rows_of(id, test.file)];
  std::vector<Milliseconds> known;
  std::map<std::string_view, std::optional<Milliseconds>> time;
  for (const auto& [id, test] : each) {
    auto took = times.of(test.file, id);
    if (took) *took = std::max<Milliseconds>(*took / rows[rows_of(id, test.file)], 1);
    if (took) known.push_back(*took);
    time[id] = took;
  }
  const bool timed = wish.by != ShardWish::By::count && !known.empty();
  const Milliseconds usual = timed ? median(known) : 1;
  std::map<std::string, Milliseconds> weights;
  for (const auto& [id, test] : each) weights[test.unit] += timed ? time[id].value_or(usual) : 1;
  std::vector<Unit> units;
  units.reserve(weights.size());
  for (const auto& [name, weight] : weights) units.push_back({name, weight});
  const auto shards = share_out(std::move(units), wish.count);

  shard_ = {.index = wish.index, .count = wish.count, .tests_total = each.size()};
  shard_.by = word(wish.by != ShardWish::By::any ? wish.by
                   : timed                       ? ShardWish::By::time
                                                 : ShardWish::By::count);
  Sha256 fingerprint;
  fingerprint.add_field(std::to_string(wish.count));
  for (const auto& [id, test] : each) {
    const std::size_t shard = shards.at(test.unit);
    fingerprint.add_field(id);
    fingerprint.add_field(std::to_string(shard));
    if (shard == wish.index) ++shard_.tests;
    rows_.emplace(rows_of(id, test.file), shard);
    shards_.emplace(id, shard);
  }
  shard_.partition = fingerprint.hex().substr(0, kFingerprint);
}

// Nothing: no test that was listed stands in it.
std::optional<bool> Shares::has_part(std::string_view whole) const {
  if (separator_.empty()) return std::nullopt;
  const std::string begin = std::string(whole) + separator_;
  std::optional<bool> known;
  for (auto part = shards_.lower_bound(begin); part != shards_.end() && part->first.starts_with(begin);
       ++part) {
    if (part->second == shard_.index) return true;
    known = false;
  }
  return known;
}

bool Shares::has(std::string_view id) const {
  const auto named = [this](std::string_view name) -> std::optional<bool> {
    for (const auto* map : {&shards_, &rows_}) {
      if (const auto found = map->find(name); found != map->end()) return found->second == shard_.index;
    }
    return std::nullopt;
  };
  if (const auto here = named(id)) return *here;
  if (const auto part = has_part(id)) return *part;
  // A row, or a part of a test that is on the list.
  for (std::size_t at = id.rfind('['); at != std::string_view::npos && at > 0; at = id.rfind('[', at - 1)) {
    if (const auto here = named(id.substr(0, at))) return *here;
  }
  if (!separator_.empty()) {
    for (std::size_t at = id.rfind(separator_); at != std::string_view::npos && at > 0;
         at = id.rfind(separator_, at - 1)) {
      if (const auto here = named(id.substr(0, at))) return *here;
    }
  }
  return true;
}

bool Shares::has_file(std::string_view id) const {
  return has_part(id).value_or(true);
}

}  // namespace proctor::framework
