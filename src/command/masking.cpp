#include "command/masking.hpp"

#include <algorithm>
#include <utility>

#include "report/hang.hpp"

namespace proctor::command {
namespace {

template <typename Word>
bool is_one_of(std::string_view text, Word last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (text == word(static_cast<Word>(i))) return true;
  }
  return false;
}

// What machines match on. Somebody whose password is "timed_out" gives nothing away with it.
bool is_own_word(std::string_view key, std::string_view text) {
  if (key == "termination") return is_one_of(text, Termination::Kind::not_started);
  if (key == "verdict") return is_one_of(text, Verdict::error);
  if (key == "status") return is_one_of(text, Status::skip);
  if (key == "level") return is_one_of(text, IsolationLevel::sandbox);
  if (key == "network") return text == "none" || text == "host";
  if (key != "code") return false;
  const auto codes = error_table();
  return std::any_of(codes.begin(), codes.end(), [text](const ErrorInfo& info) { return text == info.name; });
}

}  // namespace

void mask_strings(json::value& value, const policy::Mask& mask) {
  if (json::string* text = value.if_string()) {
    *text = mask(std::string_view(text->data(), text->size()));
  } else if (json::array* items = value.if_array()) {
    for (json::value& item : *items) mask_strings(item, mask);
  } else if (json::object* object = value.if_object()) {
    mask_strings(*object, mask);
  }
}

void mask_strings(json::object& object, const policy::Mask& mask) {
  for (auto& entry : object) {
    const json::string* const text = entry.value().if_string();
    if (text == nullptr || !is_own_word(entry.key(), {text->data(), text->size()}))
      mask_strings(entry.value(), mask);
  }
}

void mask_hang(HangReport& hang, const policy::SecretMask& mask) {
  const auto shown = [&mask](std::string_view text) { return policy::mask_shapes(mask.mask(text)); };
  for (HungProcess& process : hang.processes) {
    process.command = shown(process.command);
    process.waits_for = shown(process.waits_for);  // may name a file
  }
  hang.stacks = shown(hang.stacks);
}

void mask_report(Report& report, const policy::SecretMask& mask) {
  const auto hide = [&mask](std::string& text) { text = mask.mask(text); };
  const auto hide_all = [&hide](std::vector<std::string>& texts) {
    std::for_each(texts.begin(), texts.end(), hide);
  };
  for (Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.hang) {
      mask_hang(*diagnostic.hang, mask);
      diagnostic = hang_diagnostic(std::move(*diagnostic.hang));  // the sentence, too
    }
  }
  if (mask.empty()) return;
  for (Suite& suite : report.suites) {
    hide(suite.file);
    hide(suite.name);
    hide_all(suite.warnings);
    for (Case& test : suite.cases) {
      hide(test.name);
      if (test.reason) hide(*test.reason);
      if (test.counterexample) hide(*test.counterexample);
      if (test.location) hide(test.location->file);
      hide_all(test.logs);
      hide(test.output);
    }
  }
  for (NotRun& test : report.not_run) {
    for (std::string* text : {&test.file, &test.suite, &test.name, &test.cause}) hide(*text);
  }
  for (Diagnostic& diagnostic : report.diagnostics) {
    for (std::string* text : {&diagnostic.file, &diagnostic.message, &diagnostic.text}) hide(*text);
  }
  hide_all(report.warnings);
  hide(report.rerun);
  hide(report.run.command);
}

void mask_answer(Answer& answer, const policy::SecretMask& mask) {
  if (answer.report) mask_report(*answer.report, mask);
  if (!answer.error || mask.empty()) return;
  answer.error->message = mask.mask(answer.error->message);
  mask_strings(answer.error->details, [&mask](std::string_view text) { return mask.mask(text); });
}

}  // namespace proctor::command
