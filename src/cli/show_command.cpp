#include "cli/show_command.hpp"

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "base/files.hpp"
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

int run_show(const ShowOptions& options) {
  // A directory stands for the results in it.
  std::error_code error;
  const std::filesystem::path file = std::filesystem::is_directory(options.file, error)
                                         ? std::filesystem::path(options.file) / "results.json"
                                         : std::filesystem::path(options.file);
  const auto results = exercism::read_results(file);
  if (!results) return refuse_exercism("show", results.error());
  if (!options.html.empty()) {
    const std::string page = exercism::results_page(*results);
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
