#include "cli/show_command.hpp"

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "base/files.hpp"
#include "base/json.hpp"
#include "cli/exercism_options.hpp"
#include "cli/print.hpp"
#include "exercism/results_reader.hpp"
#include "exercism/show.hpp"

namespace proctor::cli {
namespace {

struct ShowOptions {
  CommonOptions common{};
  std::string file{};
  std::string html{};
};

// As the site says it (.exercism/metadata.json), or the directory is called.
std::string exercise_name(const std::filesystem::path& results) {
  std::error_code error;
  const std::filesystem::path directory =
      std::filesystem::absolute(results, error).lexically_normal().parent_path();
  const auto metadata = read_file(directory / ".exercism/metadata.json", 1U << 20U);
  const auto json = metadata ? parse_json(*metadata) : Result<json::value>(json::object());
  if (json && json->is_object()) {
    if (std::string name = text_field(json->get_object(), "exercise"); !name.empty()) return name;
  }
  return directory.filename().string();
}

int run_show(const ShowOptions& options) {
  // A directory stands for the results in it.
  std::error_code error;
  const std::filesystem::path file = std::filesystem::is_directory(options.file, error)
                                         ? std::filesystem::path(options.file) / "results.json"
                                         : std::filesystem::path(options.file);
  const auto results = exercism::read_results(file);
  if (!results) return refuse_exercism("show", results.error());
  if (!options.html.empty()) {
    const std::string page = exercism::results_page(*results, exercise_name(file));
    if (options.html == "-") return print_text(page) ? 0 : info(ErrorCode::internal_error).exit_code;
    const auto written = write_file(options.html, page, 0644);
    if (written) return 0;
    return refuse_exercism("show", {ErrorCode::invalid_request, "--html: " + written.error().message});
  }
  output::Page page({.color = use_color(options.common, STDOUT_FILENO), .width = stdout_width()});
  exercism::write_results(page, *results);
  return print_text(page.take()) ? 0 : info(ErrorCode::internal_error).exit_code;
}

}  // namespace

void add_show(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Show a results.json as a site shows it to a student");
  command->add_option("file", options->file, "The results.json, or the directory that it is in")
      ->required()
      ->type_name("FILE");
  command->add_option("--html", options->html, "Write a page of HTML instead; - for standard output")
      ->type_name("FILE");
  command->add_option("--color", options->common.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command->callback([options, &run] { run = [options] { return run_show(*options); }; });
}

}  // namespace proctor::cli
