// What is data about a framework: its folder below frameworks/ (docs/adding-a-framework.md).
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "format/words.hpp"
#include "framework/builtin.hpp"
#include "request/request.hpp"
#include "source/marks.hpp"
#include "source/tests.hpp"

namespace proctor::framework {

/// What stands in the directory of a project.
struct Sign {
  std::string glob{};     ///< relative to the root, a level at a time
  std::string has{};      ///< one of these files has text that this matches (RE2); empty: any
  std::string unless{};   ///< and none of this (RE2)
  std::string with{};     ///< and something is there that this glob matches
  std::string without{};  ///< and nothing is there that this one matches
  bool hint = false;      ///< it counts only where no framework is sure
};

/// The files that hold tests: what the project's other frameworks are found by (parts.hpp).
struct TestFiles {
  std::vector<std::string> names{};  ///< globs; empty: a sign of the project says enough
  std::string has{};                 ///< and their text matches (RE2)
};

struct Definition {
  /// argv of what is run. {root}, {folder}, … are filled in when a run is planned.
  struct Commands {
    std::vector<std::string> build{};  ///< empty: nothing has to be built
    std::vector<std::string> list{};   ///< says which tests there are; empty: that isn't known
    bool list_on_demand = false;       ///< that takes long: it is asked only where nothing else will do
    std::vector<std::string> command{};
    std::vector<std::string>
        files{};                     ///< prints the files or directories with tests; empty: that isn't known
    std::vector<std::string> all{};  ///< in place of {selection} where no tests are named one by one
    std::map<std::string, std::string> set{};  ///< in the environment of both, with what stands for places
  };

  /// How several tests are named to the tool (selection.hpp).
  struct Naming {
    std::vector<std::string> words{};  ///< empty: the tool has no words for it
    std::vector<std::string> each{"{name}"};
    std::string join{};     ///< between the tests in one word; empty: each has words of its own
    std::string between{};  ///< what the separator in a name becomes; empty: it stays
    bool regex = false;     ///< what a test is called is escaped
  };

  /// How the lines that a project's tests reach are counted.
  struct Coverage {
    std::vector<std::string> words{};  ///< for the command; empty: nobody counts them
    std::string file{};                ///< what the tool writes then
    std::string format{};              ///< of it: "lcov" or "go"
  };

  /// Where tests stand in its source files.
  struct Source {
    std::string grammar{};  ///< empty: that isn't known
    std::vector<std::string> files{};
    source::CodeStyle code = source::CodeStyle::body;
    std::string separator = "::";                              ///< between the parts of an id
    bool whole_names = false;                                  ///< a test's name has no parts
    std::string query{};                                       ///< tests.scm
    std::string skips{};                                       ///< skips.scm
    std::vector<std::pair<std::string, std::string>> parse{};  ///< what the grammar needs (source::Rules)
    std::string section{};                                     ///< where a test begins (source::Rules)
    source::Marks marks{};  ///< in place of a grammar: comments around each test
    bool planned_only =
        false;  ///< one in the source counts only if the framework planned it, or the source starts it
    bool last_counts = false;  ///< of tests or groups of one name in one place only the last exists
  };

  /// How a submission of a learning site is tested.
  struct Exercise {
    std::string track{};  ///< empty: none is
    int version = 3;
    std::string format{};  ///< of its command's results; empty: that of projects
    std::vector<std::string> tests{};
    Commands commands{};
    std::vector<std::vector<std::string>> needs{};  ///< commands that succeed where exercises can be tested
    bool out_counts = true;                         ///< what stands on stdout is the student's output
    bool err_counts = true;
    bool joined = false;       ///< its command sends stderr to stdout
    bool by_start = false;     ///< of one test in the source, the results stand in the order of their begin
    bool config_tests = true;  ///< test files are those that .meta/config.json names, if it names some
    std::vector<std::string> config_names{};  ///< and that are called so; empty: all of them
    bool skipped_pass = false;  ///< a test that its author skips is shown as passed; else it isn't shown
    bool trim_output = false;   ///< without the white space at its ends
    std::vector<std::pair<std::string, std::string>> names{};  ///< from an id to a name: RE2 and replacement
    /// The same for why the program ended: what of its stacks isn't the student's.
    std::vector<std::pair<std::string, std::string>> collapse{};
    /// The same for all that is shown: names of files that are the framework's own, and what they stand for.
    std::vector<std::pair<std::string, std::string>> shown{};
    std::string tasks_when{};     ///< task ids only if this key of .meta/config.json is true; empty: always
    bool tasks_numbered = false;  ///< where no test says its task, tests are numbered
    std::string tasks_in{};       ///< tests that may have a task: RE2, by their ids in the source; empty: all
    std::string task_per_group{};  ///< if this key is true, outermost groups are the tasks
    bool suites = true;  ///< the suites of a native report are groups of the source, and stand in ids
  };

  std::string name;
  std::string title;
  std::string format;         ///< of its results, a reader in format/
  std::string list_format{};  ///< of what `run.list` prints; empty: the same
  std::string results;        ///< where they are: "stdout", or "file:" and a glob below {root} or {private}
  Naming some{};              ///< of a native report: how only some tests are run
  Naming without{};           ///< how all but some are
  Naming seen{};  ///< how it is told which tests aren't new, where it finds those that are by itself
  bool errors_fail = false;           ///< an error in the report is a test that failed by what it threw
  std::vector<std::string> serial{};  ///< words by which tests run one after the other
  std::vector<std::string> covers{};  ///< frameworks whose tests a run of this one runs as well
  std::vector<Sign> recognise;        ///< any of them is a sign of a project (recognise.hpp)
  TestFiles test_files{};
  std::string tool;  ///< the program it needs
  std::vector<std::string> tool_version;
  std::string tool_hint;                          ///< how to get it
  std::vector<std::vector<std::string>> needs{};  ///< commands that succeed where it can be used
  Commands run{};                                 ///< a project in place
  std::map<std::string, std::vector<std::string>>
      options;  ///< field of a request to arguments; {} is its value
  Coverage coverage{};
  /// Variables by which the tool reports where any command starts it (files below listen/); each value begins
  /// with what stands between it and what is set already.
  std::map<std::string, std::string> listen{};
  std::map<std::string, std::string> set;  ///< in that of all commands
  std::vector<std::string> unset;
  std::vector<std::string> toolchain{};  ///< what a sandbox must show beside the system's own
  Source source{};
  Exercise exercise{};
  std::vector<std::string> warm{};          ///< prepares once what runs share; empty: nothing
  std::vector<format::WordRow> evidence{};  ///< what its lines say within the output of a shell command

  std::filesystem::path folder{};                                 ///< where its files are; empty: in `files`
  std::vector<std::pair<std::string, std::string_view>> files{};  ///< of a part of this program: path, text
};

/// Reads a framework.toml. INVALID_REQUEST for an unknown key, a value of a wrong type, a word or a pattern
/// that isn't known, with the line and the key; `name` is the file's in messages.
Result<Definition> parse_definition(std::string_view text, const std::string& name);

/// All that are part of the program, by name. A bad one is thrown as a Failure.
const std::vector<Definition>& definitions();

/// One of them, which must be there.
const Definition& builtin_definition(std::string_view name);

/// Those of the program, and those in folders of these directories: one of the same name takes the place of
/// the program's own. INVALID_REQUEST for a directory that can't be read or a bad framework.toml.
Result<std::vector<Definition>> load_definitions(const std::vector<std::filesystem::path>& directories);

/// Tells all in a directory that matches a glob, a level at a time ("test/*.t.sol"), until `found` says
/// false. Returns false then.
bool glob_walk(const std::filesystem::path& directory, std::string_view glob,
               const std::function<bool(const std::filesystem::path&)>& found);

/// Whether a name matches a part of a glob.
bool glob_matches(const std::string& glob, const std::string& name);

/// A field of a request that [options] can pass on.
struct RequestOption {
  std::string name;
  std::function<std::vector<std::string>(const Request&)> values;  ///< the option is passed with each of them
};
const std::vector<RequestOption>& request_options();

/// What is read in its source files, and how.
source::Rules test_rules(const Definition::Source& source);

/// Its results are a report that the tool itself writes, and not told by a reporter of ours.
bool is_native(const Definition& definition);

/// The command with {root} filled in and the request's options behind it.
std::vector<std::string> command_line(const Definition& definition, const Request& request,
                                      const std::filesystem::path& root);

/// The arguments for the request's fields alone.
std::vector<std::string> option_arguments(const Definition& definition, const Request& request);

}  // namespace proctor::framework
