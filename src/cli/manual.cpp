#include "cli/manual.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "base/text.hpp"

namespace proctor::cli {
namespace {

// roff takes a backslash for itself, a hyphen for one that may break, and a line that begins with a dot or a
// quote for a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() || out.back() == '\n') {
      if (c == '.' || c == '\'') out += "\\&";
    }
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string names_of(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) names += (names.empty() ? "-" : ", -") + name;
  for (const std::string& name : option.get_lnames()) names += (names.empty() ? "--" : ", --") + name;
  return names;
}

// "TEXT:{auto,always,never}" is how CLI11 writes down a choice.
std::string value_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return "";
  const std::string type = option.get_type_name();
  const std::size_t open = type.find(":{");
  if (open == std::string::npos) return type;
  std::string choices = type.substr(open + 2, type.size() - open - 3);
  for (char& c : choices) {
    if (c == ',') c = '|';
  }
  return choices;
}

std::string options_of(const CLI::App& command) {
  std::string out;
  for (const CLI::Option* option : command.get_options()) {
    const std::string value = value_of(*option);
    if (option->get_positional()) {
      out += fmt::format(".TP\n.I {}\n", roff(option->get_name(true)));
    } else {
      out += fmt::format(".TP\n.BR {}{}\n", roff("\"" + names_of(*option) + "\""),
                         value.empty() ? "" : fmt::format(" \" \" \"\\fI{}\\fR\"", roff(value)));
    }
    out += roff(option->get_description()) + "\n";
  }
  return out;
}

std::string synopsis_of(const CLI::App& command) {
  std::string words;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string name = option->get_name(true) + (option->get_items_expected_max() > 1 ? "…" : "");
    words += option->get_required() ? fmt::format(" \\fI{}\\fR", roff(name))
                                    : fmt::format(" [\\fI{}\\fR]", roff(name));
  }
  return fmt::format(".B proctor {}\n[\\fIOPTION\\fR…]{}\n", roff(command.get_name()), words);
}

constexpr std::string_view kExitCodes =
    ".SH EXIT STATUS\n"
    ".TP\n0\npass\n.TP\n1\ntests failed\n.TP\n2\nbad request or usage\n.TP\n3\nthe tests could not be run "
    "properly\n"
    ".TP\n4\na limit struck\n.TP\n130\ncancelled\n";

std::string header(const std::string& name, const std::string& version, const std::string& date) {
  std::string upper = name;
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return fmt::format(".TH {} 1 \"{}\" \"proctor {}\" \"User Commands\"\n", roff(upper), roff(date),
                     roff(version));
}

}  // namespace

std::string manual_page(const CLI::App& app, const std::string& command, const std::string& version,
                        const std::string& date) {
  if (!command.empty() && command != "help") {
    const CLI::App& its = *app.get_subcommand(command);
    return header("proctor-" + command, version, date) +
           fmt::format(".SH NAME\nproctor\\-{} \\- {}\n", roff(command),
                       roff(first_line(its.get_description()))) +
           ".SH SYNOPSIS\n" + synopsis_of(its) + ".SH DESCRIPTION\n" + roff(its.get_description()) + "\n" +
           ".SH OPTIONS\n" + options_of(its) + std::string(kExitCodes) +
           ".SH SEE ALSO\n.BR proctor (1),\n.BR proctor.toml (5)\n";
  }
  std::string page = header("proctor", version, date) +
                     ".SH NAME\nproctor \\- run tests under supervision\n" +
                     ".SH SYNOPSIS\n.B proctor\n\\fICOMMAND\\fR [\\fIOPTION\\fR…]\n.SH DESCRIPTION\n" +
                     roff(first_line(app.get_description())) + "\n.SH COMMANDS\n";
  std::string also;
  for (const CLI::App* its : app.get_subcommands([](const CLI::App*) { return true; })) {
    page += fmt::format(".TP\n.B {}\n{}\n", roff(its->get_name()), roff(first_line(its->get_description())));
    also += fmt::format(".BR proctor\\-{} (1),\n", roff(its->get_name()));
  }
  return page + std::string(kExitCodes) + ".SH SEE ALSO\n" + also + ".BR proctor.toml (5)\n";
}

}  // namespace proctor::cli
