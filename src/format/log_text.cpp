#include "format/log_text.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include "format/bats_stream.hpp"
#include "format/line_splitter.hpp"
#include "format/reader.hpp"

namespace proctor::format {
namespace {

// Puts each line of a report into words, line feed included; end() adds what the tool prints last.
class ReportInWords {
 public:
  virtual ~ReportInWords() = default;
  virtual std::string line(std::string_view text) = 0;
  virtual std::string end() { return {}; }
};

std::string as_it_is(std::string_view text) {
  return std::string(text) + '\n';
}

// Nothing if the line isn't a JSON object.
std::optional<json::object> object_in(std::string_view text) {
  if (!text.starts_with('{')) return std::nullopt;
  auto parsed = parse_json(text);
  if (!parsed || !parsed->is_object()) return std::nullopt;
  return std::move(parsed->get_object());
}

// Packages are tested side by side. One of them has the word until it ends, as without -json.
class GoInWords : public ReportInWords {
 public:
  std::string line(std::string_view text) override {
    if (text.starts_with("=== MODULE ") || text.starts_with("=== BUILT  ")) return {};  // of go.sh
    const auto event = object_in(text);
    if (!event) return as_it_is(text);
    const std::string action = text_field(*event, "Action");
    if (action == "build-output") return text_field(*event, "Output");
    const std::string name = text_field(*event, "Package");
    const bool is_end =
        text_field(*event, "Test").empty() && (action == "pass" || action == "fail" || action == "skip");
    has_failed_ = has_failed_ || (is_end && action == "fail");
    if (is_end) return ended(name);
    if (action != "output") return {};
    const std::string early = packages_.size() > kMostPackages ? all() : "";
    Package& package = packages_[name];
    const std::string said = said_by(package, text_field(*event, "Output"));
    if (speaking_.empty()) speaking_ = name;
    if (speaking_ == name) return early + said;
    package.waiting += said;
    waiting_bytes_ += said.size();
    return waiting_bytes_ > kMostWaiting ? all() : early;
  }

  // go ends a run in which a package failed with one more line.
  std::string end() override { return all() + (has_failed_ ? "FAIL\n" : ""); }

 private:
  // What is held back beyond these is told at once, in the order of the packages' names.
  static constexpr std::size_t kMostWaiting = 16U << 20U;
  static constexpr std::size_t kMostPackages = 10'000;

  struct Package {
    std::string waiting{};   ///< said while another one had the word
    bool line_feed = false;  ///< is held back
    bool is_line_over = true;
  };

  static std::string said_by(Package& package, const std::string& output) {
    // Of go.sh (go_test_json.hpp). The last one has a line feed before it.
    const bool is_ours = output.starts_with("=== PLACE  ") || output.starts_with("=== PLAN   ") ||
                         output.starts_with("=== LOGS   ") || output.starts_with("=== ENDED  ");
    const bool held = std::exchange(package.line_feed, output == "\n");
    std::string said = held && !(is_ours && package.is_line_over) ? "\n" : "";
    if (!is_ours && output != "\n") said += output;
    if (!said.empty()) package.is_line_over = said.ends_with('\n');
    return said;
  }

  std::string ended(const std::string& name) {
    if (speaking_ != name && !speaking_.empty()) {
      ended_ += take(name);
      return {};
    }
    std::string text = take(name) + std::exchange(ended_, {});
    speaking_ = packages_.empty() ? "" : packages_.begin()->first;
    if (!speaking_.empty()) text += std::exchange(packages_.begin()->second.waiting, {});
    waiting_bytes_ = 0;
    for (const auto& [other, package] : packages_) waiting_bytes_ += package.waiting.size();
    return text;
  }

  std::string take(const std::string& name) {
    Package package = std::move(packages_[name]);
    packages_.erase(name);
    return package.waiting + (package.line_feed ? "\n" : "");
  }

  std::string all() {
    std::string text = std::exchange(ended_, {});
    for (auto& [name, package] : packages_) text += package.waiting;
    packages_.clear();
    speaking_.clear();
    waiting_bytes_ = 0;
    return text;
  }

  std::map<std::string, Package, std::less<>> packages_{};  ///< that are under way
  std::string speaking_{};
  std::string ended_{};  ///< said by packages that have ended since
  std::size_t waiting_bytes_ = 0;
  bool has_failed_ = false;
};

class BatsInWords : public ReportInWords {
 public:
  std::string line(std::string_view text) override {
    if (!std::exchange(has_begun_, true)) is_bats_ = BatsStream::is_begun_by(text);
    if (!is_bats_) return as_it_is(text);
    if (BatsStream::is_begun_by(text) && !text.starts_with('#')) return {};
    is_planned_ = is_planned_ || text.starts_with("1..");
    if (!is_planned_ && text.starts_with("plan ")) return {};
    static const RE2 timed(R"(((?:not )?ok \d+ .*?) in \d+ms( # (?:skip|timeout).*)?)");
    std::string result;
    std::string why;
    if (RE2::FullMatch({text.data(), text.size()}, timed, &result, &why)) return result + why + '\n';
    return as_it_is(text);
  }

 private:
  bool has_begun_ = false;
  bool is_bats_ = false;
  bool is_planned_ = false;
};

class LibtestInWords : public ReportInWords {
 public:
  std::string line(std::string_view text) override {
    const auto event = object_in(text);
    if (!event) return as_it_is(text);
    const std::string type = text_field(*event, "type");
    const std::string what = text_field(*event, "event");
    const auto number = [&event](std::string_view field) {
      const json::value* value = event->if_contains(field);
      return value != nullptr && value->is_number() ? value->to_number<double>() : 0.0;
    };
    if (type == "suite" && what == "started") {
      const double count = number("test_count");
      return fmt::format("\nrunning {:.0f} test{}\n", count, count == 1 ? "" : "s");
    }
    if (type == "suite") {
      return failures() +
             fmt::format(
                 "\ntest result: {}. {:.0f} passed; {:.0f} failed; {:.0f} ignored; {:.0f} measured; "
                 "{:.0f} filtered out; finished in {:.2f}s\n\n",
                 what == "ok" ? "ok" : "FAILED", number("passed"), number("failed"), number("ignored"),
                 number("measured"), number("filtered_out"), number("exec_time"));
    }
    if (type != "test" || what == "started" || what == "timeout") return {};
    const std::string name = text_field(*event, "name");
    std::string message = text_field(*event, "message");
    if (what != "ok" && what != "ignored") {
      if (failed_.size() < kMostFailures) failed_.push_back(name);
      std::string said = text_field(*event, "stdout");
      if (!message.empty()) said += "note: " + message;
      if (!said.empty()) said_ += fmt::format("---- {} stdout ----\n{}\n", name, said);
      const std::string early = said_.size() > kMostSaid ? std::exchange(said_, {}) : "";
      return fmt::format("test {} ... FAILED\n{}", name, early);
    }
    if (!message.empty()) message = ", " + message;
    return fmt::format("test {} ... {}{}\n", name, what, message);
  }

  std::string end() override { return failures(); }

 private:
  static constexpr std::size_t kMostFailures = 10'000;
  static constexpr std::size_t kMostSaid = 16U << 20U;

  std::string failures() {
    if (failed_.empty()) return {};
    std::sort(failed_.begin(), failed_.end());
    std::string text = "\nfailures:\n\n" + std::exchange(said_, {}) + "\nfailures:\n";
    for (const std::string& name : std::exchange(failed_, {})) text += "    " + name + '\n';
    return text;
  }

  std::vector<std::string> failed_{};
  std::string said_{};  ///< by tests that failed
};

template <typename Words>
LogText in_words() {
  struct State {
    Words words{};
    LineSplitter lines{kLongestReportLine};
  };
  return [state = std::make_shared<State>()](Stream stream, std::string_view bytes) {
    if (stream == Stream::err) return std::string(bytes);
    if (bytes.empty()) {
      const std::string rest = state->lines.take_rest();
      return (rest.empty() ? "" : state->words.line(rest)) + state->words.end();
    }
    std::string text;
    state->lines.feed(bytes, [&](std::string_view line) { text += state->words.line(line); });
    return text;
  };
}

}  // namespace

LogText make_log_text(std::string_view format) {
  if (format == "go-test-json") return in_words<GoInWords>();
  if (format == "tap") return in_words<BatsInWords>();
  if (format == "forge-json") return forge_log_text();
  if (format == "libtest-json") return in_words<LibtestInWords>();
  return nullptr;
}

}  // namespace proctor::format
