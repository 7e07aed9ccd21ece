#include "format/reader.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMostProblems = 20;
constexpr std::size_t kLongestProblem = 500;

}  // namespace

void ReportReader::problem(std::string text) {
  if (text.size() > kLongestProblem) text = text.substr(0, utf8_prefix(text, kLongestProblem)) + "…";
  text = for_terminal(text);
  if (problems_.size() < kMostProblems &&
      std::find(problems_.begin(), problems_.end(), text) == problems_.end())
    problems_.push_back(std::move(text));
}

void ReportReader::failed_whole(const std::string& suite, const std::string& name, std::string message) {
  TestEvent* part = events_.named(suite + '\x1f' + name);
  if (part == nullptr || !events_.start(*part)) return;
  part->suite = suite;
  part->name = name;
  part->whole = true;
  events_.append(part->message, message, kMostTextOfATest);
  events_.finish(*part, Status::error);
}

}  // namespace proctor::format
