// The report that a tool writes itself: where its bytes come from, and what its tests are called here.
//
// One object for one run. Readers number tests, or name them by the program that has them; from one run to
// the next only the names stay. So when the run is over its tests get ids that are made of suite and name.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/reader.hpp"
#include "framework/definition.hpp"
#include "framework/placeholders.hpp"
#include "framework/selection.hpp"
#include "report/event.hpp"

namespace proctor::framework {

class NativeReport {
 public:
  /// `exercise`: ids are those of the source. `some`: not all tests are run. What lies in the place of the
  /// results counts as old.
  NativeReport(const Definition& definition, const Places& places, bool exercise,
               format::TestEvents::Listener listener = {}, bool some = false);

  /// What `list` printed.
  void feed_plan(std::string_view text) {
    listed_ = true;
    if (!definition_.list_format.empty()) plan_ = format::make_reader(definition_.list_format);
    (plan_ ? plan_ : reader_)->feed_plan(text);
  }
  /// The tests that feed_plan() has told of.
  Tests listed() const;
  /// What the command prints, as it arrives.
  void feed(Stream stream, std::string_view bytes);
  /// The run is over. `exited`: by itself. `wanted`: the tests that it was to run, if that is known; those
  /// without a result are told of as planned. `complete`: without these it hasn't come to its end.
  void finish(bool exited, bool complete, const Tests& wanted);

  /// As long as the run goes on: as they are told. Then: under their ids, ended if the run came to its end.
  const format::TestEvents& events() const { return finished_ ? told_ : reader_->events(); }
  /// What contradicts in the report. A test that was cut short says that itself.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  using States = std::map<std::filesystem::path, std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
  States result_files() const;
  void read_files();
  void take(const format::ReportReader& reader);
  format::TestEvent seen(format::TestEvent test) const;

  const Definition& definition_;
  std::filesystem::path root_;
  bool exercise_;
  std::filesystem::path directory_{};  ///< with the results; empty: they are on standard output
  std::string glob_{};
  States before_{};
  std::string errors_{};  ///< standard error
  std::unique_ptr<format::ReportReader> reader_;
  std::unique_ptr<format::ReportReader> plan_{};  ///< of what `list` printed, if that has another format
  bool finished_ = false;
  bool found_ = false;
  bool listed_ = false;  ///< the plan came from `list`, and says nothing of this run
  format::TestEvents told_{};
  std::vector<std::string> problems_{};
};

}  // namespace proctor::framework
