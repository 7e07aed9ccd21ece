// What the page of `--report html` looks like, and what its keys do.
#include "writers/html.hpp"

namespace proctor::writers {

const std::string_view kReportStyle = R"(
:root { --skip: #5a6072; --skip-back: #e9ebf1; --flaky: #7a3fb0; --flaky-back: #f1e7fa; }
@media (prefers-color-scheme: dark) {
  :root { --skip: #a0a7ba; --skip-back: #2a2e3a; --flaky: #cfa4f5; --flaky-back: #33234a; }
}
.skip, .not_run { --mark: var(--skip); --back: var(--skip-back); }
.flaky { --mark: var(--flaky); --back: var(--flaky-back); }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.4rem; line-height: 1.3; color: var(--mark); overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
h2 span, .soft { font-size: .9rem; font-weight: normal; color: var(--soft); }
h3 { margin: 1rem 0 .35rem; font-size: .85rem; color: var(--soft); }
[hidden] { display: none !important; }
.project { margin: 0 0 .2rem; font-weight: 600; color: var(--soft); overflow-wrap: anywhere; }
.facts { margin: .6rem 0 0; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.facts code { color: var(--text); }
code { font: .85em ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
#tools { position: sticky; top: 0; z-index: 1; background: var(--page); padding: .75rem 0; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
#search { flex: 1 1 14rem; min-width: 0; }
#search, button { font: inherit; font-size: .9rem; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .35rem .7rem; }
button { cursor: pointer; }
button[aria-pressed=true] { border-color: var(--mark, var(--text)); color: var(--mark, var(--text)); background: var(--back, var(--card)); }
:focus-visible { outline: 2px solid var(--mark, var(--text)); outline-offset: 1px; }
#keys { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem 1rem; margin: 0 0 .5rem; font-size: .9rem; }
kbd { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .35rem; background: var(--code); }
.about { min-width: 0; }
.where { color: var(--soft); font-size: .85rem; font-weight: normal; overflow-wrap: anywhere; }
.time { margin-left: auto; flex: none; color: var(--soft); font-size: .85rem; font-variant-numeric: tabular-nums; }
summary::after { margin-left: 0; }
summary .name { flex: 1; }
pre { max-height: 40rem; overflow: auto; }
pre.why { border-left: .25rem solid var(--mark); }
.good { color: var(--pass); }
.bad { color: var(--fail); }
mark { color: inherit; background: none; font-weight: 700; text-decoration: underline; text-underline-offset: .2em; }
.good mark { background: var(--pass-back); }
.bad mark { background: var(--fail-back); }
ul.tests { list-style: none; margin: 0; padding: 0 1rem .6rem; }
li.test { display: flex; gap: .6rem; align-items: baseline; padding: .15rem .25rem; border-radius: .3rem; content-visibility: auto; contain-intrinsic-size: auto 1.9rem; scroll-margin: 5rem; }
details.test { scroll-margin: 5rem; }
li.test .badge { line-height: 1.35rem; }
li .why { display: block; color: var(--soft); font-size: .85rem; }
.group > summary { font-weight: 600; }
.group > summary > .where { flex: none; }
.lanes { position: relative; margin: .5rem 0 0; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; overflow: hidden; }
.lanes i { position: absolute; height: 12px; min-width: 2px; margin-top: 1px; background: var(--mark); border-radius: 2px; opacity: .8; }
.axis { display: flex; justify-content: space-between; margin: .2rem 0 0; font-size: .8rem; color: var(--soft); }
.slowest { margin: 0; padding: 0; list-style: none; }
.slowest li { display: flex; flex-wrap: wrap; gap: 0 .75rem; padding: .2rem 0; font-size: .9rem; }
.slowest .name { font-weight: normal; }
.slowest i { display: block; flex: 0 0 auto; height: 4px; min-width: 2px; border-radius: 2px; background: var(--mark); }
.slowest li::after { content: ""; flex-basis: 100%; order: 1; }
.slowest li i { order: 2; }
@media (max-width: 30rem) {
  main { padding: .75rem .5rem 2rem; }
  #tools { position: static; }
  ul.tests { padding: 0 .4rem .5rem; }
  li.test, summary { flex-wrap: wrap; }
  summary .name { flex: 1 1 60%; }
  .time { margin-left: 0; }
}
@media print { #tools { display: none; } pre { max-height: none; } }
)";

const std::string_view kReportScript = R"js(
"use strict";
const all = [...document.querySelectorAll(".test")];
const search = document.getElementById("search");
const buttons = [...document.querySelectorAll("button[data-status]")];
const keys = document.getElementById("keys");
const shown = document.getElementById("shown");
const texts = new Map();
document.getElementById("tools").hidden = false;

function textOf(test) {
  if (!texts.has(test)) {
    const group = test.closest("[data-group]");
    texts.set(test, ((group ? group.dataset.group : "") + " " + test.textContent).toLowerCase());
  }
  return texts.get(test);
}
function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = buttons.filter(b => b.getAttribute("aria-pressed") === "true").map(b => b.dataset.status);
  let count = 0;
  for (const test of all) {
    const fits = (!wanted.length || wanted.some(s => test.classList.contains(s))) &&
      words.every(word => textOf(test).includes(word));
    test.hidden = !fits;
    if (fits) count++;
  }
  const filtered = words.length > 0 || wanted.length > 0;
  for (const box of document.querySelectorAll(".group, section.list")) {
    box.hidden = filtered && !box.querySelector(".test:not([hidden])");
    if (filtered && box.tagName === "DETAILS") box.open = true;
  }
  shown.textContent = filtered ? count + " of " + all.length + " shown" : "";
}
function at(test) { return test.tagName === "DETAILS" ? test.firstElementChild : test; }
function move(step) {
  const visible = all.filter(test => !test.hidden && at(test).getClientRects().length);
  if (!visible.length) return;
  const focus = document.activeElement.closest(".test");
  const here = visible.indexOf(focus);
  const next = here < 0 ? (step > 0 ? 0 : visible.length - 1)
    : Math.min(Math.max(here + step, 0), visible.length - 1);
  const goal = at(visible[next]);
  goal.tabIndex = 0;
  goal.focus({preventScroll: true});
  visible[next].scrollIntoView({block: "nearest"});
}
search.addEventListener("input", show);
for (const button of buttons) {
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
    show();
  });
}
document.getElementById("help").addEventListener("click", () => { keys.hidden = !keys.hidden; });
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const inTest = document.activeElement.closest(".test");
  if (document.activeElement === search) {
    if (event.key === "Escape") {
      search.value = "";
      show();
      search.blur();
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      search.blur();
      move(1);
      event.preventDefault();
    }
    return;
  }
  if (event.key === "j" || (inTest && event.key === "ArrowDown")) move(1);
  else if (event.key === "k" || (inTest && event.key === "ArrowUp")) move(-1);
  else if (event.key === "/") search.focus();
  else if (event.key === "?") keys.hidden = !keys.hidden;
  else if (event.key === "Escape") keys.hidden = true;
  else return;
  event.preventDefault();
});
)js";

}  // namespace proctor::writers
