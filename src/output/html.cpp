#include "output/html.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "base/hash.hpp"
#include "base/text.hpp"

namespace proctor::output {
namespace {

constexpr std::string_view kSharedStyle = R"(:root {
  color-scheme: light dark;
  --page: #f4f5f8; --card: #fff; --code: #f7f8fb; --line: #dfe2ea; --text: #1d2030; --soft: #5a6072;
  --pass: #177245; --pass-back: #e2f4ea; --fail: #b3261e; --fail-back: #fdeaea; --error: #8a5200; --error-back: #fcefd9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14161d; --card: #1c1f29; --code: #14171f; --line: #323746; --text: #e6e8f0; --soft: #a0a7ba;
    --pass: #6fd39d; --pass-back: #17352a; --fail: #ff9a92; --fail-back: #411f22; --error: #f3bd6d; --error-back: #3d2d14;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
header { border-left: .35rem solid var(--mark); background: var(--card); border-radius: .5rem; padding: 1rem 1.25rem; box-shadow: 0 1px 2px #0001; }
.pass { --mark: var(--pass); --back: var(--pass-back); }
.fail { --mark: var(--fail); --back: var(--fail-back); }
.error { --mark: var(--error); --back: var(--error-back); }
.bar { display: flex; gap: 2px; height: .5rem; margin-top: .75rem; border-radius: .25rem; overflow: hidden; background: var(--line); }
.bar i { display: block; min-width: 0; background: var(--mark); }
details { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; }
summary { cursor: pointer; display: flex; gap: .75rem; align-items: flex-start; padding: .7rem 1rem; border-radius: .5rem; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: "▸"; margin-left: auto; color: var(--soft); transition: transform .1s; }
details[open] > summary::after { transform: rotate(90deg); }
summary:hover { background: var(--code); }
summary:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
.badge { flex: none; min-width: 4.2rem; text-align: center; font-size: .75rem; font-weight: 600; line-height: 1.6rem; border-radius: 1rem; padding: 0 .6rem; color: var(--mark); background: var(--back); }
.name { min-width: 0; overflow-wrap: anywhere; font-weight: 500; }
.about { padding: 0 1rem 1rem; }
.about h3:first-child { margin-top: 0; }
pre { margin: 0; padding: .75rem .9rem; background: var(--code); border: 1px solid var(--line); border-radius: .4rem; overflow-x: auto; font: .85rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
pre.code { white-space: pre; overflow-wrap: normal; }
@media (max-width: 30rem) {
  header { padding: .8rem 1rem; }
  summary { padding: .6rem .7rem; gap: .5rem; }
  .badge { min-width: 0; }
  .about { padding: 0 .7rem .7rem; }
}
@media print { details { break-inside: avoid; } }
)";

// In base64, as a Content-Security-Policy names a script.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t j = i; j < i + 3; ++j)
      three = (three << 8U) | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0U);
    for (unsigned digit = 0; digit < 4; ++digit)
      out += i + digit <= bytes.size() ? kDigits[(three >> (18U - 6U * digit)) & 63U] : '=';
  }
  return out;
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string safe;
  for (const char c : for_terminal(text)) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string html_head(std::string_view title, std::string_view style, std::string_view script) {
  const std::string scripts =
      script.empty() ? "" : fmt::format(" script-src 'sha256-{}';", base64_of_hex(sha256_hex(script)));
  return fmt::format(R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';{} base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{}</title>
<style>
{}{}</style>
</head>
)",
                     scripts, html_escaped(title), kSharedStyle, style);
}

std::string html_script(std::string_view script) {
  return fmt::format("<script>{}</script>\n", script);
}

}  // namespace proctor::output
